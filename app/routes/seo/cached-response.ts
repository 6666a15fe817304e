import { FOR_AN_HOUR } from "~/http/page-headers.server";

/** An answer for search engines, which any cache may keep for an hour. */
export const cachedResponse = (body: string, type: string): Response =>
  new Response(body, { headers: { "Content-Type": type, "Cache-Control": FOR_AN_HOUR } });

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
