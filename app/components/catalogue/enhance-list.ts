import { parameterNames as names, REFINE_FORM } from "~/domain/catalogue/listing";
import { isFrugal } from "../ui/connection";
import { orLeave, soon } from "../ui/line-down";
import { enhanceCards } from "./enhance-cards";
import { followFilters } from "./follow-filters";

/** What scripts add to a page with a list of products, which choices may replace by another. */
export function enhanceList(page: HTMLElement): void {
  let ends = [withMore(page), revealed(page)];
  let list = sortAtOnce(page);
  const renew = () => {
    for (const end of ends) end();
    ends = [withMore(page), revealed(page)];
    if (listIn(page) !== list) list = sortAtOnce(page);
  };
  leaveBlanksOut(page);
  followFilters(page, renew);
  enhanceCards(page);
  showChip(page);
}

const nothing = (): void => undefined;

/** Keeps empty fields and the default order out of the address, which is often shared. */
function leaveBlanksOut(page: HTMLElement): void {
  page.addEventListener("formdata", ({ target, formData }) => {
    if ((target as HTMLFormElement).id !== REFINE_FORM) return;
    for (const name of [names.minPrice, names.maxPrice]) if (formData.get(name) === "") formData.delete(name);
    // The default order is the first.
    if (formData.get(names.sort) === listIn(page)?.options[0]?.value) formData.delete(names.sort);
  });
}

/**
 * A sort order chosen by finger or mouse applies at once, without its button. The button stays for
 * the keyboard, since arrow keys change a closed list, and where the order was changed before.
 */
function sortAtOnce(page: HTMLElement): HTMLSelectElement | null {
  const list = listIn(page);
  const row = list?.closest<HTMLElement>("[data-sort]");
  const button = row?.querySelector("button");
  if (!list || !row || !button || !list.selectedOptions[0]?.defaultSelected) return list;
  row.dataset.awake = "";
  list.addEventListener("keydown", ({ key }) => {
    if (key !== "Tab" && key !== "Shift") delete row.dataset.awake;
  });
  list.addEventListener("change", () => row.dataset.awake === "" && button.click());
  return list;
}

const listIn = (page: HTMLElement) => page.querySelector<HTMLSelectElement>(`select[name="${names.sort}"]`);

/** Scrolls the current chip into sight: on a phone it may be beyond the edge of its row. */
function showChip(page: HTMLElement): void {
  const chip = page.querySelector<HTMLElement>("[data-chips] [aria-current]");
  const row = chip?.closest<HTMLElement>("[data-chips]");
  if (row && chip) row.scrollLeft = chip.offsetLeft - row.offsetLeft - 16;
}

/** Lets the cards of a list appear one after the other (section 9). */
function revealed(page: HTMLElement): () => void {
  const list = page.querySelector<HTMLElement>("[data-reveal]");
  if (!list) return nothing;
  let end = nothing;
  let isLeft = false;
  import("~/components/ui/reveal")
    .then(({ revealCards }) => {
      if (!isLeft) end = revealCards(list);
    })
    .catch(nothing);
  return () => {
    isLeft = true;
    end();
  };
}

/** Automatic loads until 'Voir plus' is pressed again, so that the footer stays within reach. */
const AUTOMATIC_LOADS = 2;
/** After so long without the script a press follows the link. */
const PATIENCE_MS = 10_000;
/** Margin below the viewport only: someone already past the list, at the footer, loads nothing. */
const NEAR = "0px 0px 800px";

/**
 * Loads the next products as the shopper comes near the end, twice, and then at each press of
 * 'Voir plus' (decision 011). When loading fails, the link still leads to them.
 */
function withMore(page: HTMLElement): () => void {
  const place = page.querySelector<HTMLElement>("[data-total]");
  const linkIn = () => place?.querySelector<HTMLAnchorElement>("a[rel=next]");
  if (!place) return nothing;
  let left = AUTOMATIC_LOADS;
  let isPressed = false;
  let running: Promise<void> | undefined;
  const add = () => {
    running ??= loadAddPages()
      .then(({ addMore }) => addMore(place, () => isPressed))
      .then(() => place.isConnected && history.replaceState({ ...history.state, listLeft: left }, ""))
      .then(watch)
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  const observer = new IntersectionObserver(
    (entries) => {
      if (running || !entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      left -= 1;
      // Nobody waits for an automatic load that fails: the link is still there.
      add().catch(nothing);
    },
    { rootMargin: NEAR },
  );
  /** Observed again, since an observer reports at once when the end is near already. */
  const watch = () => {
    observer.disconnect();
    if (left > 0 && linkIn() && !isFrugal()) observer.observe(place);
  };

  const press = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[rel=next]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    if (isPressed) return;
    const { href, textContent } = link;
    isPressed = true;
    left = AUTOMATIC_LOADS;
    link.textContent = "Chargement...";
    // What could not be added here is shown by the page that the link leads to.
    orLeave(add(), () => place.isConnected && location.assign(href)).finally(() => {
      isPressed = false;
      link.textContent = textContent;
    });
  };
  place.addEventListener("click", press);

  // The shopper came back to a list that had been added to.
  if (history.state?.listFrom) {
    left = history.state.listLeft ?? 0;
    running = loadAddPages()
      .then(({ restore }) => restore(place))
      .catch(nothing)
      .finally(() => {
        running = undefined;
        watch();
      });
  } else watch();
  return () => {
    observer.disconnect();
    place.removeEventListener("click", press);
  };
}

const loadAddPages = () => soon(import("./add-pages"), PATIENCE_MS);
