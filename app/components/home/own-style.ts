import { light } from "~/components/ui/tokens";
import type { CategoriesSection, CategoryCard, CollectionItem, OwnColors } from "~/domain/section";
import type { FilledSection } from "./home-page";

/**
 * What the merchant's content says of looks, as a style sheet of the page's own: measures, shades and colours to the letter. All
 * that comes into it are numbers within bounds and colours as `#rrggbb` (domain/content.ts), so nothing can lead out of it; the page's
 * policy names it by its hash. Colours hold in both themes; the other one of text and ground is chosen to be read.
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
  return grouped(rules.filter(({ looks }) => looks !== ""));
}

interface Rule {
  selector: string;
  looks: string;
  /** Only where there is room for more than a phone has. */
  isWide?: boolean;
}

function categoryRules({ layout, style, cards }: CategoriesSection, name: string): Rule[] {
  const ofCards = cards.map((card) => cardLooks(card));
  const isAlike = new Set(ofCards).size === 1;
  const isList = layout.type === "list";
  return [
    {
      selector: name,
      looks: `padding-block:${px(style.paddingTop)} ${px(style.paddingBottom)}${ground(style.background)}`,
    },
    { selector: `${name} .cards`, looks: `--columns:${isList ? 1 : layout.mobileColumns};--gap:${px(layout.gap)}` },
    { selector: `${name} .cards`, looks: `--columns:${isList ? 1 : layout.columns}`, isWide: true },
    ...arrangements[layout.type].map(([part, looks]) => ({ selector: `${name} .cards${part}`, looks })),
    ...ofCards.slice(0, isAlike ? 1 : undefined).map((looks, place) => ({
      selector: isAlike ? `${name} .card` : `${name} li:nth-child(${place + 1}) .card`,
      looks,
    })),
  ];
}

/** What each type of layout adds to a grid. */
const arrangements: Record<CategoriesSection["layout"]["type"], [part: string, looks: string][]> = {
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

const cardLooks = ({ radius, background }: CategoryCard) => `border-radius:${px(radius)}${ground(background)}`;

function slideRules({ textColor, buttonColor }: OwnColors, name: string, box: string): Rule[] {
  return [
    { selector: `${name} ${box}`, looks: textColor ? `background:${readable(textColor)};color:${textColor}` : "" },
    {
      selector: `${name} .cta`,
      looks: buttonColor ? `border-color:${buttonColor};background:${buttonColor};color:${readable(buttonColor)}` : "",
    },
  ];
}

function itemRules(item: CollectionItem, name: string): Rule[] {
  const { imageOpacity } = item;
  return [
    { selector: `${name} .shot img`, looks: imageOpacity < 100 ? `opacity:${Math.round(imageOpacity) / 100}` : "" },
    ...slideRules(item, name, ".item"),
  ];
}

const px = (value: number) => `${Math.round(value * 100) / 100}px`;

const ground = (background: string | undefined) =>
  background ? `;background:${background};color:${readable(background)}` : "";

/** The shop's own dark or light, in both themes the same; where neither can be read with it, black or white can. */
const readable = (color: string): string =>
  [light.ink, light.ground, "#000000", "#ffffff"].find((other) => contrast(color, other) >= 4.5) ?? "#000000";

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Equal looks are written once. */
function grouped(rules: readonly Rule[]): string {
  const written = (some: readonly Rule[]) => {
    const selectors = new Map<string, string[]>();
    for (const { selector, looks } of some) selectors.set(looks, [...(selectors.get(looks) ?? []), selector]);
    return [...selectors].map(([looks, names]) => `${names.join(",")}{${looks}}`).join("");
  };
  const wide = written(rules.filter(({ isWide }) => isWide));
  return written(rules.filter(({ isWide }) => !isWide)) + (wide && `@media (min-width:43.75em){${wide}}`);
}
