/**
 * What scripts add to the product page beside the choice and the gallery (gallery-control): to elements that the server wrote.
 * Fetched on intent or on sight; without it the link writes a letter, and the tabs are headings.
 */

/** The sheet of this device, or the address on its clipboard, and a word about that. */
export async function share(link: HTMLElement): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href ?? location.href;
  if (navigator.share) {
    await navigator.share({ title: document.title, url }).catch((error: Error) => {
      // Closed by the shopper: that is an answer as well.
      if (error.name !== "AbortError") throw error;
    });
    return;
  }
  await navigator.clipboard.writeText(url);
  const status = link.parentElement?.querySelector("[role=status]");
  if (status) status.textContent = "Lien copié";
}

/** Headings on one page become tabs over the same content (section 2). */
export function enhanceTabs(root: HTMLElement): void {
  const list = root.querySelector("ul");
  const tabs = [...(list?.querySelectorAll("a") ?? [])];
  if (!list || root.dataset.enhanced) return;
  root.dataset.enhanced = "on";
  const panelOf = (tab: HTMLAnchorElement) => document.getElementById(tab.hash.slice(1));

  const select = (chosen: HTMLAnchorElement) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      panelOf(tab)?.classList.toggle("hidden", tab !== chosen);
    }
  };

  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Détails du produit");
  for (const [index, tab] of tabs.entries()) {
    const panel = panelOf(tab);
    if (!panel) continue;
    tab.setAttribute("role", "tab");
    tab.id = `onglet-${panel.id}`;
    tab.setAttribute("aria-controls", panel.id);
    tab.parentElement?.setAttribute("role", "none");
    panel.setAttribute("role", "tabpanel");
    panel.tabIndex = 0;
    panel.setAttribute("aria-labelledby", tab.id);
    panel.querySelector("h2")?.classList.add("sr-only");
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: -1 }[event.key];
      const next = to === undefined ? undefined : tabs.at(to % tabs.length);
      if (!next) return;
      event.preventDefault();
      select(next);
      next.focus();
    });
    // Every link to a panel opens it, the one beside the rating as well.
    for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[href="#${panel.id}"]`))
      link.addEventListener("click", (event) => {
        select(tab);
        if (link === tab) event.preventDefault();
      });
  }
  const asked = tabs.find(({ hash }) => hash === location.hash);
  const first = asked ?? tabs[0];
  if (first) select(first);
  if (asked) root.scrollIntoView();
}
