import { data } from "@remix-run/node";

/**
 * A refused form comes back as the same page, and its title says so first (PE-3). Titles are made from what loaders return,
 * and loaders do not see what the action found; both get the request's own load context, so the word is passed there.
 */
const refused = new WeakSet<object>();

/** What an action returns when it refuses: 400 unless told. */
export function refusal<Body>(
  context: object,
  body: Body,
  status: 400 | 403 | 409 | 429 | 500 | 503 = 400,
  headers: HeadersInit = {},
) {
  refused.add(context);
  return data(body, { status, headers });
}

/** For the loader of the same page: whether it is shown again because of a refusal. */
export function isRefused(context: object): boolean {
  return refused.has(context);
}
