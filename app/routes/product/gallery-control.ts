/** Event on the gallery when its pictures have changed places. */
const REORDERED = "gallery:reordered";

/**
 * Loads keen-slider (gallery-slider) once somebody uses the gallery. Until then the pictures are a
 * strip that scrolls, and the thumbnails are links to them.
 * @param root the element around strip and thumbnails
 */
export function controlGallery(root: HTMLElement): void {
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return;
    hasBegun = true;
    // Both at once, since the first would import the second only later.
    Promise.all([import("./gallery-slider"), import("keen-slider")])
      .then(([{ moveGallery }]) => moveGallery(root, mark))
      .then((restart) => restart && root.addEventListener(REORDERED, restart))
      .catch(() => undefined);
  };
  markFirst(root);
  for (const name of ["pointerenter", "focusin"]) root.addEventListener(name, begin);
  if (root.matches(":hover,:focus-within")) begin();
}

/** Frames the first picture's thumbnail, until the gallery is moved (gallery-slider). */
const markFirst = (root: HTMLElement) => mark([...root.querySelectorAll("nav a")], 0);

function mark(elements: readonly Element[], current: number): void {
  for (const [index, element] of elements.entries())
    if (index === current) element.setAttribute("aria-current", "true");
    else element.removeAttribute("aria-current");
}

/** The strip's list and the thumbnails' list. */
const listsIn = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>("section ul, nav ul")];

/** The items of both lists, by the colour they are complete for. */
const complete = new Map<string, Element[][]>();
let chosen = "";

/**
 * Puts the pictures and thumbnails of a colour before the others, and goes to the first. Pictures
 * that only the page of this colour has are added when that has come.
 */
export function showColor(root: HTMLElement, color: string): void {
  const lists = listsIn(root);
  const first = lists[0]?.firstElementChild as HTMLElement | undefined;
  if (complete.size === 0) complete.set(first?.dataset.color ?? "", lists.map(itemsOf));
  if (color === chosen) return;
  chosen = color;
  const items = complete.get(color);
  const isOf = (item: Element) => Number((item as HTMLElement).dataset.color === color);
  arrange(root, items ?? lists.map((list) => itemsOf(list).sort((a, b) => isOf(b) - isOf(a))));
  if (!items && root.dataset.more?.split(" ").includes(color)) loadColor(root, color).catch(() => undefined);
}

async function loadColor(root: HTMLElement, color: string): Promise<void> {
  const answer = await fetch(`?couleur=${color}`, { headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html");
  const gallery = page.getElementById("galerie");
  if (!gallery) return;
  // Pictures that are here already stay the same elements, and do not flicker.
  const source = (item: Element) => item.querySelector("img")?.src;
  const items = listsIn(gallery).map((list, index) => {
    const here = [...complete.values()].flatMap((lists) => lists[index] ?? []);
    return itemsOf(list).map((item) => here.find((other) => source(other) === source(item)) ?? item);
  });
  complete.set(color, items);
  if (chosen === color) arrange(root, items);
}

const itemsOf = (list: Element) => [...list.children];

/** Shows these items in strip and thumbnails, from the first one. */
function arrange(root: HTMLElement, items: readonly Element[][]): void {
  const lists = listsIn(root);
  const isSame = (list: Element, index: number) => itemsOf(list).every((item, at) => item === items[index]?.[at]);
  if (lists.every((list, index) => list.childElementCount === items[index]?.length && isSame(list, index))) return;
  for (const [index, list] of lists.entries()) {
    list.replaceChildren(...(items[index] ?? []));
    list.parentElement?.scrollTo({ left: 0 });
  }
  const [strip, thumbs] = lists.map(itemsOf);
  for (const [index, item] of strip?.entries() ?? []) {
    item.id = `photo-${index + 1}`;
    thumbs?.[index]?.querySelector("a")?.setAttribute("href", `#${item.id}`);
  }
  // The other colours have one each, which leads to them.
  const own = strip?.filter((item) => [undefined, chosen].includes((item as HTMLElement).dataset.color));
  const total = own?.length || strip?.length;
  const label = `${total} ${total === 1 ? "photo" : "photos"}`;
  root.querySelector("section")?.setAttribute("aria-label", label);
  const count = root.querySelector("[data-count]");
  if (count) count.textContent = label;
  markFirst(root);
  root.dispatchEvent(new Event(REORDERED));
}
