import { createHash } from "node:crypto";
import { redirect } from "@remix-run/node";
import fresh from "fresh";

/** Who may keep a page. Shared caches keep what holds no name, phone, cart or flash. */
export type Keeper = "shared caches" | "browser" | "browser for a minute" | "nobody";

interface PageFacts {
  /** Content-Security-Policy. */
  policy: string;
  keeper: Keeper;
  /** Undefined for answers to forms, and for errors. */
  etag?: string | undefined;
}

export const pageHeaders = ({ policy, keeper, etag }: PageFacts): Record<string, string> => ({
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": policy,
  Vary: "Cookie, Save-Data, Accept-Encoding",
  "Cache-Control": cacheControl[keeper],
  // For scripts, which see no Cache-Control of their page (layout/enhance.ts). In the document it
  // would give the same page other bytes once there is a cookie.
  "Server-Timing": keeper === "shared caches" || keeper === "browser for a minute" ? "public" : "private",
  ...(etag === undefined ? {} : { ETag: etag }),
});

const cacheControl: Record<Keeper, string> = {
  // A price may be a minute old.
  "shared caches": "public, max-age=0, s-maxage=60",
  browser: "private, no-cache",
  "browser for a minute": "private, max-age=60",
  nobody: "private, no-store",
};

export const FOR_AN_HOUR = "public, max-age=3600";

/** Leads on for good, as far as search engines go; browsers ask again after an hour. */
export const movedTo = (address: string) =>
  redirect(address, { status: 301, headers: { "Cache-Control": FOR_AN_HOUR } });

/** What a browser asks a page with, as far as caches go. */
type Asked = Partial<Record<"if-none-match" | "cache-control" | "sec-purpose", string | string[]>>;

/** Whether the browser has the page already, so that a 304 is enough. */
export const hasPage = (asked: Asked, etag: string): boolean => fresh(asked as Record<string, string>, { etag });

/** A page that was fetched ahead is used without asking again, as long as no cookie is new. */
export const keeperOfShared = (asked: Asked): Keeper =>
  asked["sec-purpose"] === "prefetch" ? "browser for a minute" : "shared caches";

/** Whether somebody sees the page; old browsers do not say it. @param other what else opens it */
export function isOpened(header: (name: string) => string | undefined, other = "document"): boolean {
  const isAhead = (header("sec-purpose") ?? header("purpose") ?? "").includes("prefetch");
  return !isAhead && ["document", other].includes(header("sec-fetch-dest") ?? "document");
}

/** @param text the answer before compression */
export const etagOf = (text: Buffer | string) =>
  `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;

/** A short answer to programs, which nobody keeps. */
export const plainTextAnswer = (status: number, text = ""): Response =>
  new Response(text, { status, headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" } });
