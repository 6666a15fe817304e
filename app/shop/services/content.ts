import type { StoredSection } from "~/domain/content/section";

export interface ContentService {
  /**
   * Visible sections in their order; empty when the shop has none, undefined when the API should
   * have sent them and sent none.
   * @param isRetry requests them again from an API that sent none
   */
  homeSections(isRetry?: boolean): Promise<StoredSection[] | undefined>;
}
