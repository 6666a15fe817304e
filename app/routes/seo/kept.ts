/** What search engines fetch: an hour old is new enough, in any cache. */
export function kept(body: string, type: string): Response {
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Cache-Control": "public, max-age=3600",
      "Content-Length": String(Buffer.byteLength(body)),
    },
  });
}
