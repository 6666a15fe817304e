import { HtmlElement, HtmlValidate, Parser } from "html-validate";
import { decoded } from "./reading";

/** Finds places of a served page that announce content but have none. */

const validator = new HtmlValidate();

const among = (names: string) => {
  const known = new Set(names.split(" "));
  return ({ tagName }: HtmlElement) => known.has(tagName);
};
/** Something to see or to use by itself. */
const isThing = among("img svg input select textarea button iframe");
const isUnseen = among("script style template noscript");
/** A button that Enter in a field presses (DefaultSubmit): nobody sees, hears or reaches it. */
const isOnlyForEnter = (element: HtmlElement) =>
  element.tagName === "button" && element.getAttributeValue("aria-hidden") === "true";
const isHeading = among("h1 h2 h3 h4 h5 h6");
/** Holds words that are read by themselves. */
const isText = among("title h1 h2 h3 h4 p li dt dd th td caption legend label a button summary option");
/** Announces something by being there. Scripts fill spans, divs and live regions. */
const isPlace = among(
  "main nav section article aside header footer h1 h2 h3 h4 p ul ol li dl dt dd table tr th td caption form fieldset legend label a button details summary figure figcaption option select strong em small",
);
const isLive = (element: HtmlElement) =>
  ["status", "alert"].includes(element.getAttributeValue("role") ?? "") ||
  element.hasAttribute("aria-live") ||
  element.hasAttribute("data-order");
/** Elements that lists and similar parents have to contain. */
const members: Record<string, (element: HtmlElement) => boolean> = {
  ul: among("li"),
  ol: among("li"),
  dl: among("dd"),
  table: among("td"),
  fieldset: among("input select textarea button"),
  select: among("option"),
};
const READ = ["alt", "aria-label", "placeholder", "title", "content"];

/** Says of each empty place which one it is. */
export async function emptyPlacesIn(html: string): Promise<string[]> {
  const parser = new Parser(await validator.getConfigFor("page.html"));
  const all = within(parser.parseHtml(html));
  const ids = new Set(all.map(({ id }) => id));
  const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  return [
    ...all.flatMap((element) => [...faultsOfPlace(element, ids), ...faultsOfWords(element)]),
    ...faultsOfHeadings(all),
    ...data.flatMap(([, text = ""]) => missingIn(text).map((fault) => `structured data: ${fault}`)),
  ];
}

/** The elements that a visitor may meet, in the order of the document. */
const within = (element: HtmlElement): HtmlElement[] =>
  element.childElements
    .filter((child) => !isUnseen(child) && !child.hasAttribute("hidden") && !isOnlyForEnter(child))
    .flatMap((child) => [child, ...within(child)]);

function faultsOfPlace(element: HtmlElement, ids: ReadonlySet<string | null>): string[] {
  const says = (fault: string) => [`${nameOf(element)}: ${fault}`];
  const href = element.getAttributeValue("href");
  const isDead = !href || (href.startsWith("#") && !ids.has(href.slice(1)));
  if (element.tagName === "a" && isDead) return says("leads nowhere");
  if (element.tagName === "meta" && element.getAttributeValue("content") === "") return says("is empty");
  const isMember = members[element.tagName];
  const inside = within(element);
  if (isMember && !inside.some(isMember)) return says("holds nothing");
  if (!isPlace(element) || isLive(element)) return [];
  if (among("a button")(element)) return nameIn(element, inside) ? [] : says("has no name");
  return isThing(element) || [element, ...inside].some(hasContent) ? [] : says("is empty");
}

/** Whether it is an object, or has words that are not in an element below it. */
const hasContent = (element: HtmlElement) => isThing(element) || ownWords(element) !== "";

const ownWords = ({ childNodes }: HtmlElement) =>
  oneLine(
    childNodes
      .filter((node) => node.nodeName === "#text")
      .map(({ textContent }) => textContent)
      .join(" "),
  );

/** Its words and those of its attributes: no value is missing in them, and no mark is left over. */
function faultsOfWords(element: HtmlElement): string[] {
  const texts = READ.flatMap((name) => element.getAttributeValue(name) ?? []);
  if (isText(element)) texts.push(wordsOf(element));
  return texts.flatMap((text) => missingIn(oneLine(text)).map((fault) => `${nameOf(element)}: ${fault}`));
}

function missingIn(text: string): string[] {
  const found = /\b(?:undefined|null|NaN)\b|\[object|\( ?\)|« »|[·–,] [·–,]|^[·–,]|[·–,]$/.exec(text)?.[0];
  return found ? [`'${found}' in '${text.slice(0, 80)}'`] : [];
}

/** A heading is followed by content before the next heading of its rank. */
function faultsOfHeadings(all: readonly HtmlElement[]): string[] {
  return all.flatMap((heading, index) => {
    if (!isHeading(heading)) return [];
    const behind = all.slice(index + 1 + within(heading).length);
    const end = behind.findIndex(
      (element) => (isHeading(element) && element.tagName <= heading.tagName) || among("footer")(element),
    );
    const below = end < 0 ? behind : behind.slice(0, end);
    const isFollowed = below.some((element) => !isHeading(element) && hasContent(element));
    return isFollowed ? [] : [`${nameOf(heading)}: nothing below '${wordsOf(heading)}'`];
  });
}

const nameIn = (element: HtmlElement, inside: readonly HtmlElement[]) =>
  [
    element.getAttributeValue("aria-label"),
    wordsOf(element),
    ...inside.map((child) => (child.tagName === "img" ? child.getAttributeValue("alt") : "")),
  ]
    .join("")
    .trim();

const wordsOf = (element: HtmlElement): string =>
  oneLine(
    element.childNodes
      .map((node) => {
        if (node instanceof HtmlElement) return isUnseen(node) ? "" : wordsOf(node);
        return node.nodeName === "#text" ? node.textContent : "";
      })
      .join(" "),
  );

const oneLine = (text: string) =>
  decoded(text)
    .replace(/[\s\u00a0\u202f]+/g, " ")
    .trim();

const nameOf = (element: HtmlElement) => element.generateSelector() ?? element.tagName;
