import { parameterNames as names } from "~/domain/listing";
import { isFrugal } from "../ui/connection";
import { enhanceHearts } from "./enhance-hearts";
import { REFINE_FORM } from "./refine-form";

/**
 * What scripts add to a page with a list, as the server wrote it.
 * @returns takes it all away again
 */
export function enhanceList(page: HTMLElement): () => void {
  const ends = [withoutBlanks(page), withMore(page), revealed(page), enhanceHearts(page)];
  sortAtOnce(page);
  showChip(page);
  return () => {
    for (const end of ends) end();
  };
}

const nothing = (): void => undefined;

/** Fields left empty, and the usual order, stay out of the address: what a shopper shares is what she chose. */
function withoutBlanks(page: HTMLElement): () => void {
  const tidy = ({ target, formData }: FormDataEvent) => {
    if ((target as HTMLFormElement).id !== REFINE_FORM) return;
    for (const name of [names.minPrice, names.maxPrice]) if (formData.get(name) === "") formData.delete(name);
    if (formData.get(names.sort) === "nouveautes") formData.delete(names.sort);
  };
  page.addEventListener("formdata", tidy);
  return () => page.removeEventListener("formdata", tidy);
}

/**
 * A sort order that is chosen by finger or mouse applies at once, and its button goes. It stays for whoever uses keys, since
 * arrow keys run through a closed list, and where an order was chosen before the script came.
 */
function sortAtOnce(page: HTMLElement): void {
  const list = page.querySelector<HTMLSelectElement>(`select[name="${names.sort}"]`);
  const row = list?.closest<HTMLElement>("[data-sort]");
  const button = row?.querySelector("button");
  if (!list || !row || !button || !list.selectedOptions[0]?.defaultSelected) return;
  row.dataset.awake = "";
  list.addEventListener("keydown", ({ key }) => {
    if (key !== "Tab" && key !== "Shift") delete row.dataset.awake;
  });
  list.addEventListener("change", () => row.dataset.awake === "" && button.click());
}

/** On a phone the chip that is chosen may stand beyond the edge of its row. */
function showChip(page: HTMLElement): void {
  const chip = page.querySelector<HTMLElement>("[data-chips] [aria-current]");
  const row = chip?.closest<HTMLElement>("[data-chips]");
  if (row && chip) row.scrollLeft = chip.offsetLeft - row.offsetLeft - 16;
}

/** Lists whose cards appear one after the other (section 9). Without the script they are there at once. */
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

/** How often products come by themselves until 'Voir plus' is pressed again: the footer is never out of reach for long. */
const BY_THEMSELVES = 2;
/** How near the end of the list is then. Whoever is past it already, at the footer, is left in peace. */
const NEAR = "0px 0px 800px";

/**
 * The next products come as the shopper comes near them, twice, and then when 'Voir plus' is pressed (decision 011); when they
 * cannot, the link leads to them.
 */
function withMore(page: HTMLElement): () => void {
  const place = page.querySelector<HTMLElement>("[data-total]");
  const linkIn = () => place?.querySelector<HTMLAnchorElement>("a[rel=next]");
  if (!place) return nothing;
  let left = BY_THEMSELVES;
  let isAsked = false;
  let running: Promise<void> | undefined;
  const add = () => {
    running ??= enhancement()
      .then(({ addMore }) => addMore(place, () => isAsked))
      .then(() => history.replaceState({ ...history.state, listLeft: left }, ""))
      .then(watch)
      .finally(() => {
        isAsked = false;
        running = undefined;
      });
    return running;
  };

  const observer = new IntersectionObserver(
    (entries) => {
      if (running || !entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      left -= 1;
      // What came by itself may fail by itself: the link is still there.
      add().catch(nothing);
    },
    { rootMargin: NEAR },
  );
  /** Watched anew, it tells at once when the end is near already. */
  const watch = () => {
    observer.disconnect();
    if (left > 0 && linkIn() && !isFrugal()) observer.observe(place);
  };

  const press = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[rel=next]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    if (isAsked) return;
    const { href, textContent } = link;
    isAsked = true;
    left = BY_THEMSELVES;
    link.textContent = "Chargement...";
    add()
      // The next page by itself shows what could not be brought here.
      .catch(() => location.assign(href))
      .finally(() => {
        link.textContent = textContent;
      });
  };
  place.addEventListener("click", press);

  // Come back to a list that had been added to: what stood there is put there again.
  if (wasAddedTo(history.state)) {
    left = history.state.listLeft ?? 0;
    running = enhancement()
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

const enhancement = () => import("./add-pages");

const wasAddedTo = (state: unknown): state is { listLeft?: number } =>
  typeof state === "object" && state !== null && "listFrom" in state;
