/**
 * Shows each pair once on a page: of every list what no earlier one shows, `most` of it.
 * @param lists in the page's order, each longer than what is shown of it
 * @param shown slugs of products that the page shows elsewhere
 */
export function eachOnce<Product extends { slug: string }>(
  lists: readonly (readonly Product[])[],
  shown: Iterable<string>,
  most: number,
): Product[][] {
  const seen = new Set(shown);
  return lists.map((list) => {
    const fresh = list.filter(({ slug }) => !seen.has(slug)).slice(0, most);
    for (const { slug } of fresh) seen.add(slug);
    return fresh;
  });
}

/** @param picture path below /pictures, which begins with its product, unless it is a scene */
export const slugOfPicture = (picture = "") => picture.split("/", 1)[0] ?? "";
