/** What a route says of itself, once: its module exports it as `handle`, and whoever needs to know asks there. */
export interface RouteHandle {
  /** It holds something of one visitor's: the page cache and shared caches leave it alone. */
  private: boolean;
  /**
   * What search engines do with it: `listed` in the sitemap under its own address, `open` to whoever finds it,
   * `hidden` from what is found (a page says "noindex"), or `closed` to them by robots.txt, and hidden.
   */
  search: "listed" | "open" | "hidden" | "closed";
  /** Scripts fetch it once a link to it is pointed at: the same for everybody, no cookie to wait for. */
  prefetched?: boolean;
  /** Programs ask here: what is refused is answered in JSON. */
  api?: boolean;
  /** Sites that the page may show within itself. */
  frames?: readonly string[];
}
