import { enhanceForms } from "./components/forms/enhance-forms";
import { enhance } from "./components/layout/enhance";
import { keepOrders } from "./components/orders/keep-orders";
import { watchPictures } from "./components/ui/watch-pictures";
import { keepWork } from "./islands/kept-work";
import { wakeIsland } from "./islands/wake";

/** Scripts improve a page that works without them; one that fails leaves the others working. */

/** By the value of `data-enhance`. In this form Vite makes the least of each. */
const enhancements: Record<string, () => Promise<(element: HTMLElement) => unknown>> = {
  home: () => import("./components/home/enhance-home").then((script) => script.enhanceHome),
  list: () => import("./components/catalogue/enhance-list").then((script) => script.enhanceList),
  cards: () => import("./components/catalogue/enhance-cards").then((script) => script.enhanceCards),
  wilaya: () => import("./routes/product/follow-wilaya").then((script) => script.followWilaya),
  choice: () => import("./routes/product/follow-choice").then((script) => script.followChoice),
  add: () => import("./components/cart/add-in-place").then((script) => script.addInPlace),
  gallery: () => import("./routes/product/enhance-gallery").then((script) => script.enhanceGallery),
  tabs: () => import("./routes/product/tabs").then((script) => script.enhanceTabs),
  maps: () => import("./routes/contact/open-maps").then((script) => script.openMaps),
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

const once = [keepOrders];

function begin(): void {
  beginPage();
  beginElements();
  // Of a form of which a part is there, the rest would be kept as empty.
  if (isWhole(document.forms.namedItem("livraison") ?? document.body)) run(once.splice(0));
}

if (document.readyState === "loading") {
  document.addEventListener("DOMContentLoaded", begin);
  setTimeout(() => {
    if (document.readyState === "loading") begin();
  }, PATIENCE_MS);
} else begin();
