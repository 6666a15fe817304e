import { createHash } from "node:crypto";
import { settings } from "~/settings.server";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Inline scripts and styles of the shop's own, by text: nothing else that stands in a page is run or applied. */
export interface Inline {
  scripts: readonly string[];
  styles: readonly string[];
}

/**
 * A Content-Security-Policy without unsafe-inline for pages that caches may keep (S-2, P-6): a nonce would be the same for
 * everybody who gets the kept page.
 *
 * @returns the policy of a page, by other sites that it may show within itself, once somebody asks for it there, and by its own style
 *   sheet, empty for none
 */
export function policyOf({ scripts, styles }: Inline): (frames?: readonly string[], ownStyle?: string) => string {
  const style = `style-src 'self' ${styles.map(hash).join(" ")}`;
  const directives = [
    "default-src 'none'",
    `script-src 'self' ${scripts.map(hash).join(" ")}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(settings.secure ? ["upgrade-insecure-requests"] : []),
  ];
  return (frames = [], ownStyle = "") =>
    [
      ...directives,
      ownStyle ? `${style} ${hash(ownStyle)}` : style,
      ...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
    ].join("; ");
}
