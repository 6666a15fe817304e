import { enhanceForms } from "./components/forms/enhance-forms";
import { enhance } from "./components/layout/enhance";
import { keepOrders } from "./components/orders/keep-orders";
import { watchPictures } from "./components/ui/watch-pictures";
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

const marked = (attribute: string) => [...document.querySelectorAll<HTMLElement>(`[${attribute}]`)];

function begin(): void {
  const parts: (() => unknown)[] = [enhance, watchPictures, enhanceForms, keepOrders];
  for (const island of marked("data-island")) parts.push(() => wakeIsland(island));
  for (const element of marked("data-enhance"))
    parts.push(async () => {
      (await enhancements[element.dataset.enhance ?? ""]?.())?.(element);
      element.dataset.enhanced = "";
    });
  for (const part of parts)
    Promise.resolve()
      .then(part)
      .catch(() => undefined);
  document.documentElement.dataset.scripts = "on";
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
else begin();
