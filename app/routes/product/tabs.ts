/** What hides all but one panel from the first paint on (products.css, `.tabs`). */
const isHidden = () => CSS.supports("selector(:has(a))");

/** Makes the links to the details the tabs that they look like (section 2). */
export function enhanceTabs(root: HTMLElement): void {
  const list = root.querySelector("ul");
  const tabs = [...(list?.querySelectorAll("a") ?? [])];
  if (!list || !isHidden()) return;
  const panelOf = (tab: HTMLAnchorElement) => document.getElementById(tab.hash.slice(1));

  const select = (chosen: HTMLAnchorElement) => {
    for (const tab of tabs) {
      const [isChosen, panel] = [tab === chosen, panelOf(tab)];
      tab.setAttribute("aria-selected", String(isChosen));
      for (const element of [tab, panel]) if (element) element.tabIndex = isChosen ? 0 : -1;
      // The browser's search finds what is in the others; screen readers and keys pass them by.
      for (const [name, ofChosen, ofOther] of [
        ["role", "tabpanel", undefined],
        ["aria-labelledby", tab.id, undefined],
        ["hidden", undefined, "until-found"],
      ] as const) {
        const value = isChosen ? ofChosen : ofOther;
        if (value === undefined) panel?.removeAttribute(name);
        else panel?.setAttribute(name, value);
      }
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
    panel.addEventListener("beforematch", () => select(tab));
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
  const shown = tabs.find(({ hash }) => hash === location.hash) ?? tabs[0];
  if (shown) select(shown);
  root.classList.remove("tabs");
}
