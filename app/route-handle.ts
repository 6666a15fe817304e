import type { Ability } from "~/domain/office/role";

/** What a route declares of itself: its module exports this as `handle`, unless the defaults do. */
export interface RouteHandle {
  /** It shows something of one visitor's, by default, so neither page cache nor others keep it. */
  private?: boolean;
  /** `listed` in the sitemap, `open` unlisted, `hidden` (noindex), else `closed` (robots.txt). */
  search?: "listed" | "open" | "hidden" | "closed";
  /** Of a public page: it shows a list, whose parameters (domain/catalogue/listing.ts) it reads. */
  lists?: boolean;
  /** Of a public page: further parameters of its address that it reads. No others reach it. */
  reads?: readonly string[];
  /** Of a public page: it says what delivery to the visitor's wilaya costs. */
  wilaya?: boolean;
  /** Scripts fetch it once a link to it is pointed at, since it is the same for everybody. */
  prefetched?: boolean;
  /** A step of the order, beside which no other form stands and no cart opens. */
  checkout?: boolean;
  /** How large a body it takes, where the usual 64 KB are too few, and whether with files. */
  body?: BodyBounds;
  /** Answers programs, so its refusals are JSON. */
  api?: boolean;
  /** Sites that the page may show in frames. */
  frames?: readonly string[];
  /** Of a page of the back office: who may open it and send its forms. */
  office?: OfficeAccess;
}

export type WholeHandle = RouteHandle & Required<Pick<RouteHandle, "private" | "search">>;

/** With the defaults, which are safe for a route that says nothing. */
export const wholeHandle = (handle: unknown): WholeHandle => ({
  private: true,
  search: "closed",
  ...(handle as RouteHandle | undefined),
});

/**
 * Which ability the page takes; a form's action may ask for another. `staff`: the whole team.
 * `anybody`: also who is not signed in.
 */
export interface OfficeAccess {
  see: Ability | "staff" | "anybody";
}

export interface BodyBounds {
  /** In bytes. */
  max: number;
  /** Files of a form are dropped without it. */
  files?: boolean;
}
