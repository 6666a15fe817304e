/**
 * Keeps the pages that were rendered last, by everything that they depend on. Nothing ever becomes stale, so nothing has to
 * be invalidated: other data is another key. The least recently used page goes first.
 */
export class RenderMemo<Page> {
  private readonly pages = new Map<string, Promise<Page>>();

  constructor(private readonly limit: number) {}

  get(key: string, render: () => Promise<Page>): Promise<Page> {
    const known = this.pages.get(key);
    if (known) {
      this.pages.delete(key);
      this.pages.set(key, known);
      return known;
    }
    const page = render();
    this.pages.set(key, page);
    // What failed is tried again by the next one who asks.
    page.catch(() => this.pages.delete(key));
    const oldest = this.pages.size > this.limit ? this.pages.keys().next().value : undefined;
    if (oldest !== undefined) this.pages.delete(oldest);
    return page;
  }
}
