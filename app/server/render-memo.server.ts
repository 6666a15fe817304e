/**
 * Keeps the pages that were rendered last, by everything that they depend on. Nothing ever becomes stale, so nothing has to
 * be invalidated: other data is another key. The least recently used page goes first.
 */
export class RenderMemo<Page> {
  private readonly pages = new Map<string, Page>();

  constructor(private readonly limit: number) {}

  get(key: string, render: () => Page): Page {
    const page = this.pages.get(key) ?? render();
    this.pages.delete(key);
    this.pages.set(key, page);
    const oldest = this.pages.size > this.limit ? this.pages.keys().next().value : undefined;
    if (oldest !== undefined) this.pages.delete(oldest);
    return page;
  }
}
