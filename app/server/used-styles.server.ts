/**
 * The part of a style sheet that a page as it is served can use (P-1). The whole one would be in every page, and most of it is
 * for other pages and for what scripts show; these fetch it as a file before they begin (components/layout/watch.js).
 */
export class UsedStyles {
  private readonly parts: Part[];

  /** @param css minified, as the build makes it */
  constructor(private readonly css: string) {
    this.parts = parse(css);
  }

  /** The page, with what it uses of the sheet in place of the sheet. */
  in(html: string): string {
    return html.includes(this.css) ? html.replace(this.css, () => write(this.parts, classesOf(html))) : html;
  }
}

type Part = string | Rule | Group;

interface Rule {
  /** Each with the classes that an element needs for it to matter. */
  selectors: { text: string; classes: string[] }[];
  body: string;
}

/** What holds under a condition: a media query. */
interface Group {
  condition: string;
  parts: Part[];
}

/** Chosen by scripts on the page that is shown. */
const ALWAYS = ["dark", "light"];

function classesOf(html: string): Set<string> {
  const used = new Set(ALWAYS);
  for (const [, value = ""] of html.matchAll(/ class="([^"]*)"/g))
    for (const name of value.split(" ")) used.add(decode(name));
  return used;
}

const decode = (text: string) =>
  text.includes("&")
    ? text
        .replace(/&#x27;/g, "'")
        .replace(/&quot;/g, '"')
        .replace(/&lt;/g, "<")
        .replace(/&gt;/g, ">")
        .replace(/&amp;/g, "&")
    : text;

function write(parts: readonly Part[], used: ReadonlySet<string>): string {
  let css = "";
  for (const part of parts) {
    if (typeof part === "string") css += part;
    else if ("condition" in part) {
      const inside = write(part.parts, used);
      if (inside) css += `${part.condition}{${inside}}`;
    } else {
      const selectors = part.selectors.filter(({ classes }) => classes.every((name) => used.has(name)));
      if (selectors.length > 0) css += `${selectors.map(({ text }) => text).join(",")}{${part.body}}`;
    }
  }
  return css;
}

function parse(css: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < css.length) {
    const open = css.indexOf("{", at);
    const end = css.indexOf(";", at);
    // A statement without a block: @charset, @import.
    if (end >= 0 && (open < 0 || end < open)) {
      parts.push(css.slice(at, end + 1));
      at = end + 1;
      continue;
    }
    if (open < 0) break;
    const close = closing(css, open);
    const prelude = css.slice(at, open).trim();
    const body = css.slice(open + 1, close);
    if (/^@(media|supports)\b/.test(prelude)) parts.push({ condition: prelude, parts: parse(body) });
    else if (prelude.startsWith("@")) parts.push(`${prelude}{${body}}`);
    else parts.push({ selectors: split(prelude).map((text) => ({ text, classes: needs(text) })), body });
    at = close + 1;
  }
  return parts;
}

/** Where the block that opens here ends. */
function closing(css: string, open: number): number {
  let depth = 0;
  let quote = "";
  for (let at = open; at < css.length; at++) {
    const sign = css.charAt(at);
    if (sign === "\\") at++;
    else if (quote) quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === "{") depth++;
    else if (sign === "}" && --depth === 0) return at;
  }
  return css.length;
}

/** The selectors of a list; commas in brackets and escaped ones part nothing. */
function split(list: string): string[] {
  const selectors = [""];
  let depth = 0;
  for (const [sign] of list.matchAll(/\\.|[\s\S]/g)) {
    if (sign === "(" || sign === "[") depth++;
    if (sign === ")" || sign === "]") depth--;
    if (sign === "," && depth === 0) selectors.push("");
    else selectors[selectors.length - 1] += sign;
  }
  return selectors.map((selector) => selector.trim());
}

/** The classes without which this selector finds nothing. What has alternatives needs none for certain. */
function needs(selector: string): string[] {
  const certain = selector
    .replace(/(?<!\\)\[[^\]]*\]/g, "")
    .replace(/(?<!\\):(not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g, "");
  return [...certain.matchAll(/(?<!\\)\.((?:\\[0-9a-f]{1,6}\s?|\\.|[\w\u00a0-\uffff-])+)/gi)].map(([, name = ""]) =>
    name.replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_, code: string | undefined, sign: string) =>
      code ? String.fromCodePoint(Number.parseInt(code, 16)) : sign,
    ),
  );
}
