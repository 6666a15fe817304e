/** An answer for search engines, which any cache may keep for an hour. */
export const cachedResponse = (body: string, type: string): Response =>
  new Response(body, { headers: { "Content-Type": type, "Cache-Control": "public, max-age=3600" } });
