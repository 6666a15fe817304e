import { clean } from "~/domain/clean-text";
import { MAX_SEARCH } from "~/domain/search-texts";

/** The search in an address: at most as long as the field, without control characters. */
export function searchWords(parameters: URLSearchParams): string {
  return clean((parameters.get("q") ?? "").slice(0, MAX_SEARCH))
    .replace(/\s+/g, " ")
    .trim();
}
