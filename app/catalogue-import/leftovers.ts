import { counted } from "~/domain/values/plural";

/** What a list says and the shop does not take over, each column or option once. */
export class Leftovers {
  private readonly found = new Map<string, { count: number; line: number; example: string }>();

  /** @param what such as "colonne «\u00a0Vendor\u00a0»" */
  readonly add = (what: string, line: number, value: string): void => {
    const before = this.found.get(what);
    if (before) before.count += 1;
    else this.found.set(what, { count: 1, line, example: value.replace(/\s+/g, " ").slice(0, 60).toWellFormed() });
  };

  texts(): string[] {
    return [...this.found].map(
      ([what, { count, line, example }]) =>
        `Non repris\u00a0: ${what}, ${counted(count, "ligne")}, par exemple «\u00a0${example}\u00a0» (ligne ${line}).`,
    );
  }
}
