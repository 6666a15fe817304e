import { MAX_SEARCH } from "~/domain/catalogue/search-texts";
import { clean } from "~/domain/values/clean-text";

const oneLine = (text: string) => clean(text).replace(/\s+/g, " ").trim();

/** The search in an address, without control characters, and what of it counts. */
export function typedSearch(parameters: URLSearchParams): { typed: string; words: string } {
  const typed = oneLine(parameters.get("q") ?? "");
  return { typed, words: oneLine(typed.slice(0, MAX_SEARCH)) };
}
