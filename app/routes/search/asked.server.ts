import { MAX_SEARCH } from "~/domain/search-texts";
import { clean } from "~/server/form.server";

/** What an address asks to search for, fit to be shown again: cut where the field ends, without what nobody types. */
export function askedWords(parameters: URLSearchParams): string {
  return clean((parameters.get("q") ?? "").slice(0, MAX_SEARCH))
    .replace(/\s+/g, " ")
    .trim();
}
