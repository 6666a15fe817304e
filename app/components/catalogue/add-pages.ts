/**
 * Infinite scroll, loaded when it is asked for: takes the products out of the next page as the server wrote it and puts them
 * behind those that are there.
 */

/** Pages that come by themselves after one press: the footer is never out of reach for long. */
const BY_THEMSELVES = 2;
/** How near the end of the list is when the next page is fetched. */
const NEAR = "800px 0px";

let running: Promise<void> | undefined;

/**
 * Adds the next page, and the ones after it as the shopper comes near them.
 * @param place what stands below the list and holds the link to the next page
 * @throws when the page could not be had: the link still leads there
 */
export function addPages(place: HTMLElement): Promise<void> {
  running ??= addNext(place, true)
    .then(() => whenNear(place, BY_THEMSELVES))
    .finally(() => {
      running = undefined;
    });
  return running;
}

function whenNear(place: HTMLElement, left: number): void {
  if (left === 0) return;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting || running) return;
      observer.disconnect();
      running = addNext(place, false)
        // What came by itself may fail by itself: the link is still there.
        .then(
          () => whenNear(place, left - 1),
          () => undefined,
        )
        .finally(() => {
          running = undefined;
        });
    },
    { rootMargin: NEAR },
  );
  observer.observe(place);
}

async function addNext(place: HTMLElement, isAsked: boolean): Promise<void> {
  const link = linkIn(place);
  const list = listIn(document);
  if (!link || !list) throw new Error("There is no list to add to.");
  const page = await pageAt(link.href);
  const items = newTo(list, page.items);
  list.append(...items);
  const from = isObject(history.state) && Number(history.state.listFrom);
  follow(link.href, from || pageOf(location.href));
  show(
    place,
    page.next,
    `${items.length} ${items.length === 1 ? "produit" : "produits"} de plus, ${list.children.length} affichés sur ${page.total}`,
  );
  // Who pressed the link goes on with what it brought.
  if (isAsked) items[0]?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
}

/** Puts back what stood before this page when the shopper left it, and goes where she was. */
export async function restore(place: HTMLElement): Promise<void> {
  const { listFrom, listY } = history.state as { listFrom: number; listY?: number };
  const list = listIn(document);
  const numbers = Array.from({ length: pageOf(location.href) - listFrom }, (_, index) => listFrom + index);
  if (!list || numbers.length === 0) return;
  const pages = await Promise.all(numbers.map((number) => pageAt(addressOf(number))));
  list.prepend(...pages.flatMap(({ items }) => newTo(list, items)));
  if (listY !== undefined) scrollTo({ top: listY, behavior: "instant" });
  show(place, nextIn(place), `${list.children.length} produits affichés sur ${place.dataset.total}`);
  follow(location.href, listFrom);
  whenNear(place, BY_THEMSELVES);
}

/**
 * Says what the list holds now. The numbers of pages go: none of them is the page that is shown.
 * @param next address of the page after the last one that is shown; none when all is shown
 */
function show(place: HTMLElement, next: string | undefined, text: string): void {
  const status = place.querySelector("[role=status]");
  if (status) status.textContent = text;
  place.querySelector("nav")?.remove();
  const link = linkIn(place);
  if (next) link?.setAttribute("href", next);
  else link?.remove();
}

/** The address is the last page's; where the list began, and where the shopper was, stays beside it for when she comes back. */
function follow(address: string, listFrom: number): void {
  history.replaceState({ ...history.state, listFrom }, "", address);
  // One listener for all: it is heard again when the page comes back out of the browser's memory and is left a second time.
  addEventListener("pagehide", keepPlace);
}

function keepPlace(): void {
  history.replaceState({ ...history.state, listY: scrollY }, "");
}

async function pageAt(address: string): Promise<{ items: Element[]; next: string | undefined; total: string }> {
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html");
  const items = [...(listIn(page)?.children ?? [])];
  const place = page.querySelector<HTMLElement>("[data-total]");
  if (items.length === 0 || !place) throw new Error("That is no page of this list.");
  for (const image of page.images) image.loading = "lazy";
  return { items, next: nextIn(place), total: place.dataset.total ?? "" };
}

/** The catalogue may have moved on between two pages: nothing is shown twice. */
function newTo(list: Element, items: Element[]): Element[] {
  const address = (item: Element) => item.querySelector("a")?.getAttribute("href");
  const known = new Set([...list.children].map(address));
  return items.filter((item) => !known.has(address(item)));
}

const listIn = (page: Document) => page.querySelector("[data-products] > ul");
const linkIn = (place: HTMLElement) => place.querySelector<HTMLAnchorElement>("a[rel=next]");
const nextIn = (place: HTMLElement) => linkIn(place)?.getAttribute("href") ?? undefined;
const isObject = (state: unknown): state is Record<string, unknown> => typeof state === "object" && state !== null;
const pageOf = (address: string) => Number(new URL(address).searchParams.get("page") ?? 1);

function addressOf(page: number): string {
  const address = new URL(location.href);
  if (page === 1) address.searchParams.delete("page");
  else address.searchParams.set("page", String(page));
  return address.href;
}
