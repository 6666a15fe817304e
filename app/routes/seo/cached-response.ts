/** An answer for search engines, which any cache may keep for an hour. */
export function cachedResponse(body: string, type: string): Response {
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Cache-Control": "public, max-age=3600",
      "Content-Length": String(Buffer.byteLength(body)),
    },
  });
}
