import type { HomeSection } from "~/domain/section";

/** What the merchant says on the home page, and what is offered to searchers. */
export interface ContentService {
  /**
   * Enabled and visible ones, in their order; empty when the shop has none of its own, undefined when another shop's API should have
   * told them and has none.
   * @param isRetry somebody has asked again: an API that had none is asked as well
   */
  homeSections(isRetry?: boolean): Promise<HomeSection[] | undefined>;
}
