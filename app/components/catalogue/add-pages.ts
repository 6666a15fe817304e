import { partAddress } from "~/domain/values/parameters";
import { counted } from "~/domain/values/plural";
import { soon } from "../ui/line-down";

/** Infinite scroll: appends the server's markup of the next pages' products to the list. */

/** Section 9, collection more-load. */
const AT_A_TIME = 12;
/** After so long without a page a press follows the link. */
const PATIENCE_MS = 10_000;
/** Several pages share the line, and nobody has pressed. */
const RESTORE_MS = 30_000;

/** The products of the page fetched last that are not shown yet, with the address of that page. */
let rest: { items: Element[]; address: string; list?: Element } = { items: [], address: "" };

/** Address of the page after the one that was fetched last. */
let following: string | undefined;

/**
 * Adds the next products.
 * @param place the element below the list that holds the link to the next page
 * @param wasPressed whether the link was pressed; read once the products have come
 * @throws when a page could not be loaded: the link still leads there
 */
export async function addMore(place: HTMLElement, wasPressed: () => boolean): Promise<void> {
  // Choices in the panel have replaced the list while this script was fetched.
  if (!place.isConnected) return;
  const link = linkIn(place);
  const list = listIn(document);
  if (!link || !list) throw new Error("There is no list to add to.");
  // Of a list that another one has replaced.
  if (rest.list !== list) rest = { items: [], address: "", list };
  const listFrom: number = history.state?.listFrom ?? pageOf(location.href);
  const items: Element[] = [];
  let total = place.dataset.total ?? "";
  let next: string | undefined = link.href;
  let shown = location.href;
  while (items.length < AT_A_TIME && next) {
    if (rest.items.length === 0) {
      const page = await pageAt(next, PATIENCE_MS);
      rest = { items: newTo(list, page.items), address: next, list };
      total = page.total;
      following = page.next;
    }
    shown = rest.address;
    items.push(...rest.items.splice(0, AT_A_TIME - items.length));
    next = rest.items.length > 0 ? rest.address : following;
  }
  // Choices in the panel have replaced it meanwhile.
  if (!list.isConnected) return;
  list.append(...items);
  follow(shown, { listFrom, listCount: list.children.length });
  const count = `${counted(items.length, "produit")} de plus`;
  const wasOnLink = document.activeElement === link;
  show(place, next, `${count}, ${list.children.length} affichés sur ${total}`);
  // The focus moves to the first new product after a press, or when the focused link has gone.
  if (wasPressed() || (wasOnLink && !link.isConnected))
    items[0]?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
}

interface Kept {
  /** The first page that is shown. */
  listFrom: number;
  listCount?: number;
}

/** Restores the list and the scroll position that the shopper left, when she comes back. */
export async function restore(place: HTMLElement): Promise<void> {
  const { listFrom, listCount = Number.POSITIVE_INFINITY, listY } = history.state as Kept & { listY?: number };
  const list = listIn(document);
  if (!list) return;
  const numbers = Array.from({ length: pageOf(location.href) - listFrom }, (_, index) => listFrom + index);
  const pages = await Promise.all(numbers.map((number) => pageAt(addressOf(number), RESTORE_MS)));
  if (!list.isConnected) return;
  list.prepend(...pages.flatMap(({ items }) => newTo(list, items)));
  following = nextIn(place);
  rest = { items: [...list.children].slice(listCount), address: location.href, list };
  for (const item of rest.items) item.remove();
  if (listY !== undefined) scrollTo({ top: listY, behavior: "instant" });
  const next = rest.items.length > 0 ? rest.address : following;
  show(place, next, `${list.children.length} produits affichés sur ${place.dataset.total}`);
  follow(location.href, { listFrom, listCount: list.children.length });
}

/**
 * Updates the count and the link below the list, and removes the page numbers.
 * @param next address of the page after the last one shown; undefined when all is shown
 */
function show(place: HTMLElement, next: string | undefined, text: string): void {
  const status = place.querySelector("[role=status]");
  if (status) status.textContent = text;
  const numbers = place.querySelector("nav");
  // Not while the focus is on one of them.
  if (!numbers?.contains(document.activeElement)) numbers?.remove();
  const link = linkIn(place);
  if (next) link?.setAttribute("href", next);
  else link?.remove();
}

/** The address becomes the last page's; the history state keeps what is shown, for `restore`. */
function follow(address: string, kept: Kept): void {
  history.replaceState({ ...history.state, ...kept }, "", address);
  // One function, so that it is added once, however many pages come.
  addEventListener("pagehide", keepPosition);
}

function keepPosition(): void {
  history.replaceState({ ...history.state, listY: scrollY }, "");
}

interface ListPage {
  items: Element[];
  next: string | undefined;
  total: string;
}

async function pageAt(address: string, patience: number): Promise<ListPage> {
  const text = fetch(partAddress(address), { headers: { accept: "text/html" } }).then((answer) =>
    answer.ok ? answer.text() : "",
  );
  const page = new DOMParser().parseFromString(await soon(text, patience), "text/html");
  const items = [...(listIn(page)?.children ?? [])];
  const place = page.querySelector<HTMLElement>("[data-total]");
  if (items.length === 0 || !place) throw new Error("That is no page of this list.");
  for (const image of page.images) image.loading = "lazy";
  return { items, next: nextIn(place), total: place.dataset.total ?? "" };
}

/** Items that the list does not show yet: the catalogue may have changed between two pages. */
function newTo(list: Element, items: Element[]): Element[] {
  const address = (item: Element) => item.querySelector("a")?.getAttribute("href");
  const addresses = new Set([...list.children].map(address));
  return items.filter((item) => !addresses.has(address(item)));
}

const listIn = (page: Document) => page.querySelector("[data-products] > ul");
const linkIn = (place: HTMLElement) => place.querySelector<HTMLAnchorElement>("a[rel=next]");
const nextIn = (place: HTMLElement) => linkIn(place)?.getAttribute("href") ?? undefined;
const pageOf = (address: string) => Number(new URL(address).searchParams.get("page") ?? 1);

function addressOf(page: number): string {
  const address = new URL(location.href);
  if (page === 1) address.searchParams.delete("page");
  else address.searchParams.set("page", String(page));
  return address.href;
}
