/**
 * The shop's colours in both themes, which tailwind.config.ts makes available to every rule and
 * class. tests/components/tokens.test.ts lists the pairs that are used and computes their contrast.
 */

export type Theme = Record<keyof typeof light, string>;

export const light = {
  /** Background of the page, and the wall in the studio's pictures. */
  ground: "#f5f0ea",
  /** Background of boxes and of the footer. */
  panel: "#ece4d9",
  /** Background of a picture; in the dark lighter than the page, where it makes the wall grey. */
  plate: "#f5f0ea",
  /** Background of a control. */
  control: "#fffdfa",
  /** Text. */
  ink: "#1f1b16",
  /** Less important text. */
  muted: "#655b50",
  /** Decorative lines. */
  line: "#d8cdbf",
  /** The border of a control: it has to be seen (3:1). */
  edge: "#867868",
  /** The buttons that buy, the sale badge, the focus ring. */
  accent: "#a4472a",
  "accent-strong": "#83361e",
  "on-accent": "#ffffff",
  error: "#a31621",
  "error-ground": "#fae3df",
  success: "#2c5a38",
  "success-ground": "#dfe9d9",
};

export const dark: Theme = {
  ground: "#1a1714",
  panel: "#26221d",
  plate: "#dbdde1",
  control: "#12100e",
  ink: "#f2ebe2",
  muted: "#b3a697",
  line: "#3b352e",
  edge: "#85796b",
  accent: "#e2946f",
  "accent-strong": "#eeb094",
  "on-accent": "#1a1714",
  error: "#ff7a90",
  "error-ground": "#431521",
  success: "#a5d3a8",
  "success-ground": "#1d3022",
};
