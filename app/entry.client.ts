import { enhanceForms } from "./components/forms/enhance-forms";
import { enhance } from "./components/layout/enhance";
import { keepOrders } from "./components/orders/keep-orders";
import { watchPictures } from "./components/ui/watch-pictures";
import { keepWork } from "./islands/kept-work";
import { wakeIsland } from "./islands/wake";

/** Scripts improve a page that works without them; one that fails leaves the others working. */

/** By the value of `data-enhance`. */
const enhancements: Record<string, () => Promise<(element: HTMLElement) => unknown>> = {
  home: async () => (await import("./components/home/enhance-home")).enhanceHome,
  list: async () => (await import("./components/catalogue/enhance-list")).enhanceList,
  cards: async () => (await import("./components/catalogue/enhance-cards")).enhanceCards,
  wilaya: async () => (await import("./routes/product/follow-wilaya")).followWilaya,
  choice: async () => (await import("./routes/product/follow-choice")).followChoice,
  wishlist: async () => (await import("./components/cart/add-in-place")).addInPlace,
  gallery: async () => (await import("./routes/product/enhance-gallery")).enhanceGallery,
  tabs: async () => (await import("./routes/product/tabs")).enhanceTabs,
  maps: async () => (await import("./routes/contact/open-maps")).openMaps,
};

/** A document whose end does not come over a bad line is worked as far as it has come. */
const PATIENCE_MS = 5000;

const begun = new WeakSet<Element>();
/** Those that are whole, each once. */
const marked = (attribute: string) =>
  [...document.querySelectorAll<HTMLElement>(`[${attribute}]`)].filter((element) => {
    const isNew = !begun.has(element) && isWhole(element);
    if (isNew) begun.add(element);
    return isNew;
  });

/** Whether its end has come: something follows it, or the document is there. */
function isWhole(element: Element): boolean {
  if (document.readyState !== "loading") return true;
  for (let one: Element | null = element; one; one = one.parentElement) if (one.nextSibling) return true;
  return false;
}

function run(parts: readonly (() => unknown)[]): void {
  for (const part of parts)
    Promise.resolve()
      .then(part)
      .catch(() => undefined);
}

function beginPage(): void {
  if (document.documentElement.dataset.scripts === "on") return;
  run([keepWork, enhance, watchPictures, enhanceForms]);
  document.documentElement.dataset.scripts = "on";
}

function beginElements(): void {
  run(marked("data-island").map((island) => () => wakeIsland(island)));
  run(
    marked("data-enhance").map((element) => async () => {
      (await enhancements[element.dataset.enhance ?? ""]?.())?.(element);
      element.dataset.enhanced = "";
    }),
  );
}

function begin(): void {
  beginPage();
  beginElements();
  run([keepOrders]);
}

if (document.readyState === "loading") {
  document.addEventListener("DOMContentLoaded", begin);
  setTimeout(() => {
    if (document.readyState !== "loading") return;
    beginPage();
    beginElements();
  }, PATIENCE_MS);
} else begin();
