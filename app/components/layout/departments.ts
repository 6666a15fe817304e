import type { TypeOf } from "zod";
import type { categoryList } from "~/api/schemas/catalogue.server";
import { categoryPath } from "~/domain/catalogue/category-path";
import { soon } from "../ui/line-down";
import { addStyles } from "../ui/may-fail";
import css from "./departments.css?inline";

interface Part {
  href: string;
  label: string;
}

/** After so long the menus stay as they are. */
const PATIENCE_MS = 10_000;

let asked: Promise<Map<string, Part[]>> | undefined;

/**
 * Adds a list of its sub-categories behind each link that leads to a category with such.
 * @param links of a menu, each the first in its list item, which gets the class `parts-of`
 * @returns these list items; none while the shop cannot tell its categories
 */
export async function addParts(links: Iterable<HTMLAnchorElement>): Promise<HTMLElement[]> {
  asked ??= ask();
  const parts = await asked.catch(() => {
    asked = undefined;
    return new Map<string, Part[]>();
  });
  return [...links].flatMap((link) => {
    const item = link.parentElement;
    const entries = parts.get(link.pathname + link.search);
    if (!item || !entries || item.classList.contains("parts-of")) return [];
    item.classList.add("parts-of");
    item.append(listOf(entries));
    return [item];
  });
}

/** Categories that have products, by the address of the page of the one above them. */
async function ask(): Promise<Map<string, Part[]>> {
  const answer = await soon(fetch("/api/categories"), PATIENCE_MS);
  if (!answer.ok) throw new Error(String(answer.status));
  const { categories } = (await answer.json()) as TypeOf<typeof categoryList>;
  addStyles(css);
  const parts = new Map<string, Part[]>();
  for (const { parentId, slug, name, _count } of categories) {
    const path = categoryPath(categories.find(({ id }) => id === parentId)?.slug ?? "");
    const part = { href: `${path}?subcategory=${encodeURIComponent(slug)}`, label: name };
    if (parentId !== null && _count.products > 0) parts.set(path, [...(parts.get(path) ?? []), part]);
  }
  return parts;
}

function listOf(entries: readonly Part[]): HTMLUListElement {
  const list = document.createElement("ul");
  list.className = "parts";
  for (const { href, label } of entries) {
    const link = Object.assign(document.createElement("a"), { className: "row", href, textContent: label });
    list.appendChild(document.createElement("li")).append(link);
  }
  return list;
}
