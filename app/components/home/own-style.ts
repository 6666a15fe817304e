import { light } from "~/components/ui/tokens";
import { linearRgb } from "~/domain/catalogue/color-family";
import type { CategoriesSection, CategoryCard, CollectionItem } from "~/domain/content/content";
import type { OwnColors } from "~/domain/content/section";
import type { FilledSection } from "./home-page";

/**
 * The looks of the merchant's content, as a style sheet of the page's own: bounded numbers, colours
 * as `#rrggbb` and positions of a list, into which nothing can be injected. Colours hold in both
 * themes; text on a given background, or the reverse, gets a readable colour.
 */
export function ownStyle(sections: readonly FilledSection[]): string {
  const rules: Rule[] = sections.flatMap((section, index) => {
    const name = `section-${index + 1}`;
    if (section.type === "categories") return categoryRules(section, `.${name}`);
    if (section.type === "hero")
      return section.slides.flatMap((slide, place) => slideRules(slide, `#${name}-${place + 1}`, ".slide"));
    if (section.type === "carousel")
      return section.items.flatMap((item, place) => itemRules(item, `#${name}-vue-${place + 1}`));
    return [];
  });
  return grouped(rules.filter(({ css }) => css !== ""));
}

interface Rule {
  selector: string;
  css: string;
  /** Only on screens wider than a phone's. */
  isWide?: boolean;
}

function categoryRules({ layout, style, cards }: CategoriesSection, name: string): Rule[] {
  const isList = layout.type === "list";
  return [
    {
      selector: name,
      css: `padding-top:${px(style.paddingTop)};padding-bottom:${px(style.paddingBottom)}${ground(style.background)}`,
    },
    { selector: `${name} .cards`, css: `--columns:${isList ? 1 : layout.mobileColumns};--gap:${px(layout.gap)}` },
    { selector: `${name} .cards`, css: `--columns:${isList ? 1 : layout.columns}`, isWide: true },
    ...arrangements[layout.type].map(([part, css]) => ({ selector: `${name} .cards${part}`, css })),
    ...cards.flatMap((card, place) => cardRules(card, `${name} li:nth-child(${place + 1})`)),
  ];
}

/** The rules that each type of layout adds to a grid. */
const arrangements: Record<CategoriesSection["layout"]["type"], [part: string, css: string][]> = {
  grid: [],
  list: [[" .card", "display:grid;grid-template-columns:1fr 2fr;align-items:center"]],
  carousel: [
    ["", "display:flex;overflow-x:auto;scroll-snap-type:x proximity"],
    [">li", "flex:0 0 calc((100% - (var(--columns) - 1)*var(--gap))/var(--columns));scroll-snap-align:start"],
  ],
  masonry: [
    ["", "display:block;columns:var(--columns);column-gap:var(--gap)"],
    [">li", "break-inside:avoid;padding-bottom:var(--gap)"],
  ],
};

function cardRules({ radius, background, imagePosition }: CategoryCard, item: string): Rule[] {
  return [
    { selector: `${item} .card`, css: `border-radius:${px(radius)}${ground(background)}` },
    { selector: `${item} img`, css: imagePosition === "center" ? "" : `object-position:${imagePosition}` },
  ];
}

function slideRules({ textColor, buttonColor }: OwnColors, name: string, box: string): Rule[] {
  return [
    { selector: `${name} ${box}`, css: textColor ? `background:${readable(textColor)};color:${textColor}` : "" },
    {
      selector: `${name} .cta`,
      css: buttonColor ? `border-color:${buttonColor};background:${buttonColor};color:${readable(buttonColor)}` : "",
    },
  ];
}

function itemRules(item: CollectionItem, name: string): Rule[] {
  const { imageOpacity } = item;
  return [
    { selector: `${name} .shot img`, css: imageOpacity < 100 ? `opacity:${Math.round(imageOpacity) / 100}` : "" },
    ...slideRules(item, name, ".item"),
  ];
}

const px = (value: number) => `${Math.round(value * 100) / 100}px`;

const ground = (background: string | undefined) =>
  background ? `;background:${background};color:${readable(background)}` : "";

/** The first of the shop's ink and ground, black and white that has enough contrast. */
const readable = (color: string): string =>
  [light.ink, light.ground, "#000000", "#ffffff"].find((other) => contrast(color, other) >= 4.5) ?? "#000000";

/** WCAG 2.2, contrast ratio. */
function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = linearRgb(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The style sheet, in which equal declarations are written once. */
function grouped(rules: readonly Rule[]): string {
  const written = (some: readonly Rule[]) => {
    const selectors = new Map<string, string[]>();
    for (const { selector, css } of some) selectors.set(css, [...(selectors.get(css) ?? []), selector]);
    return [...selectors].map(([css, names]) => `${names.join(",")}{${css}}`).join("");
  };
  const wide = written(rules.filter(({ isWide }) => isWide));
  return written(rules.filter(({ isWide }) => !isWide)) + (wide && `@media (min-width:43.75em){${wide}}`);
}
