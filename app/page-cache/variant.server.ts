/** In what the pages of one address differ beside their slots: a template is kept for each. */
export interface Variant {
  /** As stored; null follows the system. */
  theme: "light" | "dark" | null;
  withScripts: boolean;
  /** `stranger`: without any cookie of ours. */
  visitor: "stranger" | "guest" | "account";
}
