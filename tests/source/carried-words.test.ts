import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** A form that waits for its person says what its button would do (carried-words.server.ts). */

const office = join(import.meta.dirname, "../../app/routes/office");
const read = (file: string) => readFileSync(join(office, file), "utf8");
const pages = readdirSync(office).filter((file) => file.endsWith(".tsx"));
const valuesIn = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map(([, value = ""]) => value);

/** Forms with a password or a code are not carried; one of no button says its page alone. */
const UNSAID = ["application", "defaut", "mot-de-passe", "premier"];

it("every button of the office has its words for a form that waits", () => {
  const buttons = valuesIn(
    pages.map(read).join("\n"),
    /(?:name="intent"\s+value|<Send intent|<DefaultSubmit value)="([\w-]+)"/g,
  );
  const said = valuesIn(read("carried-words.server.ts"), /\["\w+ ([\w-]+)", "/g);
  expect([...new Set([...said, ...UNSAID])].sort()).toEqual([...new Set(buttons)].sort());
});
