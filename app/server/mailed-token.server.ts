const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The token of a mailed link; it stays in the address, so that a reload finds it. */
export function tokenOf(request: Request): string | undefined {
  const token = new URL(request.url).searchParams.get("jeton") ?? "";
  return TOKEN.test(token) ? token : undefined;
}
