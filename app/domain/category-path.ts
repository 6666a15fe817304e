/** Section 2, Categories: women, men and children have a page by their own name, the others one by their slug. */
const own: Record<string, string> = { homme: "/homme", femmes: "/femme", enfant: "/enfant" };

export const categoryPath = (slug: string): string =>
  Object.hasOwn(own, slug) ? (own[slug] as string) : `/category/${encodeURIComponent(slug)}`;
