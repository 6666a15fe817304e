import { plainText } from "../values/plain-text";

/** "Été à Oran" as `ete-a-oran`; empty when no letter or digit is left. */
export function slugOf(name: string, most = 80): string {
  return plainText(name)
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, most)
    .replace(/^-+|-+$/g, "");
}
