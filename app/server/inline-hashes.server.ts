import { createHash, randomBytes } from "node:crypto";
import { settings } from "~/settings.server";

/**
 * A Content-Security-Policy without unsafe-inline for pages that caches may keep (S-2, P-6). A nonce would be the same for
 * everyone who gets the kept page, and would change its ETag at every rendering. So the page is rendered with a nonce that
 * never leaves the server; whatever carries it is ours and is listed by its hash, and the nonce is taken out. What somebody
 * managed to inject cannot know the nonce, so it has no hash and does not run.
 */

export function newNonce(): string {
  return randomBytes(16).toString("hex");
}

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** @param frames other sites that this page may show within itself, once somebody asks for it there */
export function contentSecurityPolicy(
  html: string,
  nonce: string,
  frames: readonly string[] = [],
): { html: string; policy: string } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const ours = new RegExp(`<(script|style)((?: [^<>]*)?) nonce="${nonce}"([^<>]*)>([\\s\\S]*?)</\\1>`, "g");
  for (const [, tag, before = "", after = "", content = ""] of html.matchAll(ours)) {
    if (tag === "style") styles.add(hash(content));
    else if (!/\ssrc=/.test(before + after)) scripts.add(hash(content));
  }
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${[...scripts].join(" ")}`,
    `style-src 'self' ${[...styles].join(" ")}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(settings.secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
  return { html: html.replaceAll(` nonce="${nonce}"`, ""), policy };
}
