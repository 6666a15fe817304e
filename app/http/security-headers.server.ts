import { createHash } from "node:crypto";
import { settings } from "~/settings.server";

/**
 * Headers of each file, in few bytes: a shopper who orders fetches a hundred. A file has no forms
 * and no scripts but the worker that sends an order that waited: `connect-src` (decision 055).
 */
export const fileHeaders: Record<string, string> = {
  "Content-Security-Policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  ...(settings.secure ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
};

/** Headers of all other responses, also of errors. Pages have their own policy. */
export const securityHeaders: Record<string, string> = {
  ...fileHeaders,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  "X-Frame-Options": "DENY",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
};

/** Of the API's answers, and of the pictures that it, the product feed and search engines show. */
export const shownElsewhere = { "Cross-Origin-Resource-Policy": "cross-origin" };

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Without unsafe-inline (S-2), by hashes: a nonce in a kept page (P-6) would be everybody's.
 * Browsers run and apply no inline text but these.
 * @returns makes a page's policy from its inline style sheets and the sites that it may frame
 */
export function policyOf(
  scripts: readonly string[],
): (styles: readonly string[], frames?: readonly string[]) => string {
  return policyWith(`script-src 'self' ${scripts.map(hash).join(" ")}`);
}

/** Of a page of the office, which nobody keeps: its inline scripts carry this nonce. */
export const officePolicy = (nonce: string, styles: readonly string[]): string =>
  policyWith(`script-src 'self' 'nonce-${nonce}'`)(styles);

function policyWith(scripts: string): (styles: readonly string[], frames?: readonly string[]) => string {
  const directives = [
    "default-src 'none'",
    scripts,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(settings.secure ? ["upgrade-insecure-requests"] : []),
  ];
  return (styles, frames = []) =>
    [
      ...directives,
      `style-src 'self' ${styles.map(hash).join(" ")}`,
      ...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
    ].join("; ");
}
