import { etagOf, FOR_AN_HOUR, hasPage } from "~/http/page-headers.server";

/** An answer for search engines, which any cache may keep for an hour. */
export function cachedResponse(request: Request, body: string, type: string): Response {
  const etag = etagOf(body);
  const headers = { "Content-Type": type, "Cache-Control": FOR_AN_HOUR, ETag: etag };
  const isUnchanged = hasPage(Object.fromEntries(request.headers), etag);
  return isUnchanged ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
