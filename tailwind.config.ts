import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";
import { dark, light, type Theme } from "./app/components/ui/tokens";

/**
 * `--blend` mixes a picture with its plate. On the light ground its own background stays; in the
 * dark it takes the plate's colour.
 */
const variables = (theme: Theme, blend: "normal" | "multiply") => ({
  ...Object.fromEntries(Object.entries(theme).map(([name, hex]) => [`--${name}`, hex])),
  "--blend": blend,
});

// Every page contains the style sheet, which is kept small: few sizes, few breakpoints, one reset.
export default {
  content: {
    relative: true,
    files: ["./app/{components,routes}/**/*.{ts,tsx}", "!./app/**/*.server.ts"],
    // Code says `!button` of what is not there; no class of the shop is marked as important.
    extract: (code: string) => code.match(/[^\s"'`<>=]*[^\s"'`<>=:]/g)?.filter((word) => !word.startsWith("!")) ?? [],
  },
  darkMode: "class",
  experimental: { optimizeUniversalDefaults: true },
  // Names of functions and files are no classes either.
  blocklist: [
    "filter",
    "transform",
    "ring",
    "blur",
    "container",
    "contents",
    "collapse",
    "resize",
    "outline",
    "fixed",
    "static",
    "visible",
    "table",
    "ease-out",
  ],
  // Of the numerals' forms one is used: Tailwind's class would carry them all. A line between items
  // is in styles/controls.css, as its class is long too.
  corePlugins: { preflight: false, fontVariantNumeric: false, divideWidth: false },
  theme: {
    // In em: with large text a page is laid out as on a smaller screen (WCAG 1.4.4).
    screens: { sm: "37.5em", md: "43.75em", lg: "67.5em", xl: "80em", "2xl": "100em" },
    colors: {
      transparent: "transparent",
      current: "currentColor",
      ...Object.fromEntries(Object.keys(light).map((name) => [name, `var(--${name})`])),
    },
    fontFamily: {
      // The first of each is in components/layout/typefaces.ts.
      sans: ["Texte", "system-ui", "sans-serif"],
      display: ["Titre", "Georgia", "serif"],
    },
    fontSize: {
      sm: ["0.875rem", "1.4"],
      base: ["1rem", "1.6"],
      lg: ["1.125rem", "1.5"],
      xl: ["clamp(1.125rem, 0.7rem + 2vw, 1.375rem)", "1.3"],
      "2xl": ["clamp(1.625rem,1.2rem + 2vw,2.25rem)", "1.2"],
      "3xl": ["clamp(2rem,1.3rem + 3.4vw,3.5rem)", "1.1"],
    },
    gridColumn: { "span-1": "span 1", "span-2": "span 2", "span-full": "1/-1" },
    extend: {
      maxWidth: { page: "80rem", prose: "65ch" },
      minHeight: { target: "2.75rem" },
      minWidth: { target: "2.75rem" },
      // The office's (after-press.ts): keyframes of a style sheet would be on every page.
      animation: { "after-press": "after-press 800ms" },
      keyframes: { "after-press": { "from, to": { pointerEvents: "none" } } },
    },
  },
  plugins: [
    plugin(({ addBase, addUtilities }) => {
      addBase({
        ":root": { ...variables(light, "normal"), colorScheme: "light" },
        "@media (prefers-color-scheme:dark)": {
          ":root:not(.light)": { ...variables(dark, "multiply"), colorScheme: "dark" },
        },
        ":root.dark": { ...variables(dark, "multiply"), colorScheme: "dark" },
      });
      addUtilities({ ".tabular-nums": { fontVariantNumeric: "tabular-nums" } });
    }),
  ],
} satisfies Config;
