/** How pages of one address differ besides their slots; a template is kept for each variant. */
export interface Variant {
  /** null follows the system. */
  theme: "light" | "dark" | null;
  withScripts: boolean;
  /** `stranger`: without any cookie of ours. */
  visitor: "stranger" | "guest" | "account";
}
