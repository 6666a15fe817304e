import type { Category } from "./catalogue";

/** Section 2, Categories: three have an address of their own, the others one by slug. */
const ownPages: Record<string, { path: string; name: string }> = {
  homme: { path: "/homme", name: "Homme" },
  femmes: { path: "/femme", name: "Femme" },
  enfant: { path: "/enfant", name: "Enfant" },
};

const ownPage = (slug: string) => (Object.hasOwn(ownPages, slug) ? ownPages[slug] : undefined);

export const categoryPath = (slug: string): string => ownPage(slug)?.path ?? `/category/${encodeURIComponent(slug)}`;

type Named = Pick<Category, "slug" | "name">;

/**
 * The steps between Accueil and a product: the pages of its category, which list it (decision 047).
 * @param trail the top-level category and the one below it, as the catalogue tells them
 */
export function categorySteps([top, part]: readonly Named[]): { name: string; path: string }[] {
  if (!top) return [{ name: "Boutique", path: "/shop" }];
  const path = categoryPath(top.slug);
  return [
    { name: ownPage(top.slug)?.name ?? top.name, path },
    ...(part ? [{ name: part.name, path: `${path}?subcategory=${encodeURIComponent(part.slug)}` }] : []),
  ];
}
