import { build } from "esbuild";
import type { Page } from "playwright";

/**
 * A page as it is heard: a virtual screen reader walks through it in the browser. It speaks roles
 * in English; the shop's own words have to be French.
 */

interface Reader {
  start(options: { container: Element }): Promise<void>;
  next(): Promise<void>;
  lastSpokenPhrase(): Promise<string>;
  spokenPhraseLog(): Promise<string[]>;
  stop(): Promise<void>;
}

let bundle: Promise<string> | undefined;

/** The reader's script, bundled once. */
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

/** All phrases of the page, which is left unchanged. */
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
    // The reader knows neither what is folded nor which values buttons and options hold.
    for (const folded of document.querySelectorAll("details:not([open]) > :not(summary), [hidden=until-found]"))
      set(folded, "aria-hidden", "true");
    for (const sender of document.querySelectorAll("button[value], option[value]")) set(sender, "value", null);
    // ARIA has no role for these; real readers call them a field.
    for (const field of document.querySelectorAll("input[type=password], input[type=date], input[type=time]"))
      set(field, "role", "textbox");
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

/** Roles that this reader names and real ones do not. */
const unspoken = /^(end of )?(deletion|definition|form|group|paragraph|rowgroup|status|strong|term)$/;
const roles =
  /^(end of )?(alert|article|banner|button|caption|carrousel|cell|checkbox|columnheader|combobox|complementary|contentinfo|dialog|document|figure|form|group|heading|image|link|list|listbox|listitem|main|navigation|option|radio|radiogroup|region|row|rowheader|search|searchbox|separator|spinbutton|tab|table|tablist|tabpanel|textbox|time)(,|$)/;

const tidy = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .replace(/ (?=[,.)])|(?<=\() /g, "")
    .trim();

/** Whether a phrase has this name, as 'Sable' in 'radio, Sable, not checked'; blanks may differ. */
const isNamed = (phrase: string | undefined, name: string) => {
  const [, named = ""] = /^[^,]+, (.*)$/.exec(phrase ?? "") ?? [];
  const bare = (text: string) => `${text.replace(/\s/g, "")},`;
  return name !== "" && bare(named).startsWith(bare(name));
};

/** Nothing is in it yet: people hear of it when something is. */
const isEmptyAlert = (phrases: readonly string[], at: number) =>
  phrases[at] === "alert" && phrases.slice(at + 1).find((later) => /^(end of )?alert$/.test(later)) !== "end of alert";

/** The phrases as people hear them: each thing in one line, without this reader's own words. */
export function spokenLines(phrases: readonly string[]): string[] {
  const spoken: string[] = [];
  for (let at = 0; at < phrases.length; at++) {
    const phrase = phrases[at] ?? "";
    const [role = ""] = phrase.split(",");
    const end = phrases.findIndex(
      (other, index) => index > at && (other === `end of ${phrase}` || other === `end, ${phrase}`),
    );
    const inside = phrases.slice(at + 1, Math.max(end, at + 1)).filter((part) => !unspoken.test(part));
    const isText = inside.length > 0 && !inside.some((part) => roles.test(part));
    if (/^(paragraph|listitem|term|definition)$/.test(role)) {
      // A list has announced its number of items.
      const state = phrase.replace(/,? (level|position|set size) \d+/g, "").replace(/^\w+,* ?/, "");
      if (state) spoken.push(`listitem, ${state}`);
      // Joins words that stand together in several nodes.
      if (!isText || phrases.slice(at + 1, end).includes("paragraph")) continue;
      spoken.push(tidy(inside.join(" ")));
      at = end;
    } else if (unspoken.test(phrase) || phrase.startsWith("end of list") || isEmptyAlert(phrases, at)) continue;
    else if (role === "list") {
      const size = / set size (\d+)/.exec(phrases[at + 1] ?? "")?.[1];
      spoken.push(`${phrase}, ${size} ${size === "1" ? "item" : "items"}`);
    } else if (phrase.startsWith("end of ")) spoken.push(role);
    else if (role === "combobox") {
      const options = inside.map((option) => option.replace(/, position \d+, set size \d+$/, ""));
      const chosen = options.filter((option) => option.endsWith(", selected"));
      const others = options.filter((option) => !chosen.includes(option));
      spoken.push(phrase, ...chosen, ...others.slice(0, 3));
      if (others.length > 3) spoken.push(`… ${others.length - 3} more`);
      at = end;
    } else {
      spoken.push(tidy(phrase));
      // The content of a button, link or summary is read with it.
      const words = inside.map((part) => part.replace(/^image, /, "")).join(" ");
      if (end > 0 && (role === "button" || isNamed(phrase, words) || !roles.test(phrase))) at = end;
    }
  }
  // Joins pieces of a sentence between links.
  for (let at = spoken.length - 1; at > 0; at--)
    if (/^[?!:;]/.test(spoken[at] ?? "") && !roles.test(spoken[at - 1] ?? ""))
      spoken.splice(at - 1, 2, `${spoken[at - 1]} ${spoken[at]}`);
  // A label's or legend's words are the name of the control beside it.
  return spoken.filter(
    (phrase, index) =>
      /[\p{L}\d]/u.test(phrase) &&
      (roles.test(phrase) || !(isNamed(spoken[index - 1], phrase) || isNamed(spoken[index + 1], phrase))),
  );
}
