const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The token in a mailed link's address, where a reload finds it again. */
export function tokenOf(request: Request): string | undefined {
  const token = new URL(request.url).searchParams.get("jeton") ?? "";
  return TOKEN.test(token) ? token : undefined;
}
