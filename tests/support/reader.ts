import { build } from "esbuild";
import type { Page } from "playwright";

/**
 * A page as it is listened to: the virtual screen reader walks through it in the browser, from its beginning to its end, and what it says
 * is written down. It speaks the roles in English; what is said of the shop has to be French.
 */

interface Reader {
  start(options: { container: Element }): Promise<void>;
  next(): Promise<void>;
  lastSpokenPhrase(): Promise<string>;
  spokenPhraseLog(): Promise<string[]>;
  stop(): Promise<void>;
}

let bundle: Promise<string> | undefined;

/** The reader, made for a browser once. */
async function reader(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: 'export { virtual } from "@guidepup/virtual-screen-reader/browser.js"',
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "screenReader",
    logLevel: "error",
  });
  return `${outputFiles[0]?.text};globalThis.screenReader=screenReader;0`;
}

/** Everything that is said on the page as it stands, phrase by phrase. The page is left as it was. */
export async function phrasesOf(page: Page): Promise<string[]> {
  bundle ??= reader();
  if (!(await page.evaluate(() => "screenReader" in globalThis))) await page.evaluate(await bundle);
  return page.evaluate(async () => {
    const { virtual } = (globalThis as unknown as { screenReader: { virtual: Reader } }).screenReader;
    const undo: (() => void)[] = [];
    const set = (element: Element, name: string, value: string | null) => {
      const before = element.getAttribute(name);
      undo.push(() => (before === null ? element.removeAttribute(name) : element.setAttribute(name, before)));
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    };
    // What it does not know of browsers: what is folded is silent, and nobody hears what a button or an option sends.
    for (const folded of document.querySelectorAll("details:not([open]) > :not(summary)"))
      set(folded, "aria-hidden", "true");
    for (const sender of document.querySelectorAll("button[value], option[value]")) set(sender, "value", null);
    // A password's field has no role of its own in ARIA; every reader calls it a field.
    for (const field of document.querySelectorAll("input[type=password]")) set(field, "role", "textbox");
    await virtual.start({ container: document.body });
    try {
      for (let steps = 0; (await virtual.lastSpokenPhrase()) !== "end of document"; steps++) {
        if (steps > 5000) throw new Error("The page does not end.");
        await virtual.next();
      }
      return await virtual.spokenPhraseLog();
    } finally {
      await virtual.stop();
      for (const step of undo) step();
    }
  });
}

/** What this reader names and those in people's hands do not. */
const unsaid = /^(end of )?(deletion|definition|form|group|paragraph|rowgroup|status|strong|term)$/;
const roles =
  /^(end of )?(alert|article|banner|button|caption|carrousel|cell|checkbox|columnheader|combobox|complementary|contentinfo|dialog|document|figure|group|heading|image|link|list|listbox|listitem|main|navigation|option|radio|radiogroup|region|row|rowheader|search|searchbox|separator|spinbutton|tab|table|tablist|tabpanel|textbox|time)(,|$)/;

const tidy = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .replace(/ (?=[,.)])|(?<=\() /g, "")
    .trim();

/** Whether this is the name in a phrase, as 'Sable' is in 'radio, Sable, not checked'. Blanks between its parts are this reader's. */
const isNamed = (phrase: string | undefined, name: string) => {
  const [, named = ""] = /^[^,]+, (.*)$/.exec(phrase ?? "") ?? [];
  const bare = (text: string) => `${text.replace(/\s/g, "")},`;
  return name !== "" && bare(named).startsWith(bare(name));
};

/** The phrases as people hear them: what belongs together in one line, and nothing that only this reader says. */
export function heard(phrases: readonly string[]): string[] {
  const said: string[] = [];
  for (let at = 0; at < phrases.length; at++) {
    const phrase = phrases[at] ?? "";
    const [role = ""] = phrase.split(",");
    const end = phrases.findIndex(
      (other, index) => index > at && (other === `end of ${phrase}` || other === `end, ${phrase}`),
    );
    const inside = phrases.slice(at + 1, Math.max(end, at + 1)).filter((part) => !unsaid.test(part));
    const isText = inside.length > 0 && !inside.some((part) => roles.test(part));
    if (/^(paragraph|listitem|term|definition)$/.test(role)) {
      // A list has told how many items it has.
      const state = phrase.replace(/,? (level|position|set size) \d+/g, "").replace(/^\w+,* ?/, "");
      if (state) said.push(`listitem, ${state}`);
      // Words that stand together, however many nodes they are written in.
      if (!isText || phrases.slice(at + 1, end).includes("paragraph")) continue;
      said.push(tidy(inside.join(" ")));
      at = end;
    } else if (unsaid.test(phrase) || phrase.startsWith("end of list")) continue;
    else if (role === "list") {
      const size = / set size (\d+)/.exec(phrases[at + 1] ?? "")?.[1];
      said.push(`${phrase}, ${size} ${size === "1" ? "item" : "items"}`);
    } else if (phrase.startsWith("end of ")) said.push(role);
    else if (role === "combobox") {
      const options = inside.map((option) => option.replace(/, position \d+, set size \d+$/, ""));
      const chosen = options.filter((option) => option.endsWith(", selected"));
      const others = options.filter((option) => !chosen.includes(option));
      said.push(phrase, ...chosen, ...others.slice(0, 3));
      if (others.length > 3) said.push(`… ${others.length - 3} more`);
      at = end;
    } else {
      said.push(tidy(phrase));
      // What is in a button, or is the name of a link or of what unfolds, is said with it.
      const words = inside.map((part) => part.replace(/^image, /, "")).join(" ");
      if (end > 0 && (role === "button" || isNamed(phrase, words) || !roles.test(phrase))) at = end;
    }
  }
  // Between links a sentence may lie in pieces.
  for (let at = said.length - 1; at > 0; at--)
    if (/^[?!:;]/.test(said[at] ?? "") && !roles.test(said[at - 1] ?? ""))
      said.splice(at - 1, 2, `${said[at - 1]} ${said[at]}`);
  // The words of a label or a legend are the name of what stands beside them.
  return said.filter(
    (phrase, index) =>
      /[\p{L}\d]/u.test(phrase) &&
      (roles.test(phrase) || !(isNamed(said[index - 1], phrase) || isNamed(said[index + 1], phrase))),
  );
}
