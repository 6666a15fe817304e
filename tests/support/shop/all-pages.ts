/** All pages of a list, which goes on by the cursor `next`. */
export async function allPages<Page extends { next?: string }>(
  list: (after?: string) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  do pages.push(await list(pages.at(-1)?.next));
  while (pages.at(-1)?.next);
  return pages;
}
