/** The details become tabs while they are out of sight, where nothing is seen to jump. */
const NEAR = "400px 0px";

/** Turns description, specifications and ratings from headings into tabs (section 2). */
export function enhanceTabs(root: HTMLElement): void {
  if (!("IntersectionObserver" in window)) return;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      makeTabs(root);
    },
    { rootMargin: NEAR },
  );
  observer.observe(root);
}

function makeTabs(root: HTMLElement): void {
  const list = root.querySelector("ul");
  const tabs = [...(list?.querySelectorAll("a") ?? [])];
  if (!list) return;
  const panelOf = (tab: HTMLAnchorElement) => document.getElementById(tab.hash.slice(1));

  const select = (chosen: HTMLAnchorElement) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      panelOf(tab)?.classList.toggle("hidden", tab !== chosen);
    }
  };

  const { top, bottom } = root.getBoundingClientRect();
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
      const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: tabs.length - 1 }[event.key];
      const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
      if (!next) return;
      event.preventDefault();
      select(next);
      next.focus();
    });
    // Every link to a panel opens it, also the one of the rating.
    for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[href="#${panel.id}"]`))
      link.addEventListener("click", (event) => {
        select(tab);
        if (link === tab) event.preventDefault();
      });
  }
  const linked = tabs.find(({ hash }) => hash === location.hash);
  const first = linked ?? tabs[0];
  if (first) select(first);
  if (linked) root.scrollIntoView();
  // Tabs are shorter than the headings: the content below stays in place.
  else if (top < 0) scrollBy({ top: root.getBoundingClientRect().bottom - bottom, behavior: "instant" });
}
