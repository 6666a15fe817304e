import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dark, light, type Theme } from "~/components/ui/tokens";

/** By what is read or seen, on what it stands. */
type Pairs = Partial<Record<keyof Theme, (keyof Theme)[]>>;

/** Text on its background: 4.5:1 in both themes. */
const texts: Pairs = {
  ink: ["ground", "panel", "control", "error-ground", "success-ground"],
  muted: ["ground", "panel", "control"],
  accent: ["ground", "panel", "control"],
  "accent-strong": ["ground", "panel"],
  "on-accent": ["accent", "accent-strong"],
  ground: ["ink"],
  error: ["ground", "panel", "control", "error-ground"],
  success: ["ground", "panel", "success-ground"],
};

/** Borders of controls, focus rings and marks: 3:1 in both themes (WCAG 1.4.11). */
const edges: Pairs = {
  edge: ["ground", "panel", "control"],
  accent: ["ground", "panel", "control"],
  error: ["ground", "control"],
  ink: ["ground"],
};

const each = (pairs: Pairs) =>
  Object.entries(pairs).flatMap(([name, all]) => all.map((on) => [name as keyof Theme, on] as const));

/** In degrees of the colour circle, for reds. */
function hue(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return (60 * (g - b)) / (r - Math.min(g, b));
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

it("knows black on white and a published pair", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
});

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("the %s theme", (_, theme) => {
  it.each(each(texts))("%s can be read on %s", (text, on) => {
    expect(contrast(theme[text], theme[on])).toBeGreaterThanOrEqual(4.5);
  });
  it.each(each(edges))("%s can be seen on %s", (edge, on) => {
    expect(contrast(theme[edge], theme[on])).toBeGreaterThanOrEqual(3);
  });
  it("has errors of another red than the accent's", () => {
    expect(hue(theme.accent) - hue(theme.error)).toBeGreaterThan(18);
  });
});

it("has white shoes look white in the dark: there a plate makes the studio's wall grey", () => {
  const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const plate = channels(dark.plate);
  const wall = channels(light.plate).map((channel, at) => (channel * (plate[at] ?? 0)) / 255);
  expect(Math.max(...wall) - Math.min(...wall)).toBeLessThan(6);
  const rules = readFileSync(join(import.meta.dirname, "../../app/styles/products.css"), "utf8");
  const others = [...rules.matchAll(/--plate: light-dark\(.*, (#\w+)\)/g)].map(([, hex]) => hex);
  expect(others).toEqual([dark.plate]);
});

it("are those of the page that nginx sends while the shop is away", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/unavailable.html"), "utf8");
  const used = [...page.matchAll(/--(\w+): (#\w+);/g)].map(([, name, hex]) => [name, hex]);
  const names = ["ground", "ink", "muted", "line", "accent"] as const;
  expect(used).toEqual([light, dark].flatMap((theme) => names.map((name) => [name, theme[name]])));
});
