import { createHash } from "node:crypto";
import fresh from "fresh";

/** What a browser asks a page with, as far as caches go. */
type Asked = Partial<Record<"if-none-match" | "cache-control" | "sec-purpose", string | string[]>>;

interface PageFacts {
  /** Content-Security-Policy. */
  policy: string;
  /** Shared caches may keep what holds no name, phone, cart or flash. */
  keeper: "shared caches" | "browser" | "nobody";
  /** Undefined for answers to forms, and for errors. */
  etag?: string | undefined;
}

/** The headers of a page, and whether the browser has it already, so that a 304 is enough. */
export function pageHeaders(asked: Asked, { policy, keeper, etag }: PageFacts) {
  const isUnchanged = etag !== undefined && fresh(asked as Record<string, string>, { etag });
  const isAhead = keeper === "shared caches" && asked["sec-purpose"] === "prefetch" && !isUnchanged;
  const headers: Record<string, string> = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    Vary: "Cookie, Save-Data, Accept-Encoding",
    // A browser uses a prefetched page without asking again, as long as no cookie is new.
    "Cache-Control": isAhead ? "private, max-age=60" : keeping[keeper],
    // For scripts, which see no Cache-Control of their page (layout/enhance.ts). In the document it
    // would give the same page other bytes once there is a cookie.
    "Server-Timing": keeper === "shared caches" ? "public" : "private",
    ...(etag === undefined ? {} : { ETag: etag }),
  };
  return { headers, isUnchanged };
}

const keeping = {
  // A price may be a minute old.
  "shared caches": "public, max-age=0, s-maxage=60",
  browser: "private, no-cache",
  nobody: "private, no-store",
};

/** @param text the answer before compression */
export const etagOf = (text: Buffer | string) =>
  `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
