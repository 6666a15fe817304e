/**
 * What scripts add to the product page beside the choice itself: to elements that the server wrote and React leaves alone.
 * Fetched on intent or on sight; without it the strip is swiped, the thumbnails are links, and the tabs are headings.
 */

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const mark = (elements: readonly Element[], current: number) => {
  for (const [index, element] of elements.entries())
    if (index === current) element.setAttribute("aria-current", "true");
    else element.removeAttribute("aria-current");
};

/** Fade, dots and keys (section 2). Swiping stays the browser's own. */
export function enhanceGallery(root: HTMLElement): void {
  const strip = root.querySelector("section");
  const slides = () => [...root.querySelectorAll<HTMLElement>("section li")];
  const thumbs = () => [...root.querySelectorAll<HTMLAnchorElement>("a[href^='#photo-']")];
  const count = slides().length;
  if (!strip || count < 2 || root.dataset.enhanced) return;
  root.dataset.enhanced = "on";

  const current = () => Math.round(strip.scrollLeft / strip.clientWidth);

  const show = (to: number) => {
    const from = slides()[current()];
    const slide = slides()[(to + count) % count];
    if (!from || !slide || from === slide) return;
    if (!isCalm()) fade(from, strip);
    strip.scrollTo({ left: slide.offsetLeft - strip.offsetLeft, behavior: "instant" });
  };

  const dots = Array.from({ length: count }, (_, index) => {
    const dot = document.createElement("button");
    dot.type = "button";
    dot.className = "dot";
    dot.setAttribute("aria-label", `Photo ${index + 1} sur ${count}`);
    dot.addEventListener("click", () => show(index));
    return dot;
  });
  const row = document.createElement("div");
  row.className = "dots";
  row.append(...dots);
  strip.after(row);

  const follow = () => {
    mark(dots, current());
    mark(thumbs(), current());
    const thumb = thumbs()[current()]?.parentElement;
    const frame = thumb?.parentElement?.parentElement;
    if (!thumb || !frame) return;
    const start = thumb.offsetLeft - frame.offsetLeft;
    if (start < frame.scrollLeft || start + thumb.offsetWidth > frame.scrollLeft + frame.clientWidth)
      frame.scrollTo({ left: start });
  };
  strip.addEventListener("scroll", follow, { passive: true });
  follow();

  root.addEventListener("click", (event) => {
    const index = thumbs().findIndex((thumb) => thumb.contains(event.target as Node));
    if (index < 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(index);
  });
  strip.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: current() - 1, ArrowRight: current() + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(to);
  });
}

/** The picture that is left lies over the next one for a moment, and goes. */
function fade(from: Element, strip: Element): void {
  const ghost = document.createElement("div");
  ghost.className = "plate absolute inset-0 pointer-events-none";
  ghost.setAttribute("aria-hidden", "true");
  for (const child of from.children) ghost.append(child.cloneNode(true));
  strip.after(ghost);
  ghost.animate({ opacity: [1, 0] }, { duration: 250, easing: "ease-out" }).onfinish = () => ghost.remove();
}

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
