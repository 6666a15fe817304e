/** What a request is addressed to: the words before the framework makes an URL of them. */

const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Whether a request names the host that it asks, once and in a form that an URL can be made of. Of HTTP/1.0 it need not.
 *
 * @param rawHeaders names and values in turn, as they came: Node keeps the first of two hosts only
 */
export function namesHost(rawHeaders: readonly string[], httpVersion: string): boolean {
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length !== 4 || rawHeaders[index]?.toLowerCase() !== "host") continue;
    if (host !== undefined) return false;
    host = rawHeaders[index + 1];
  }
  if (host === undefined) return httpVersion === "1.0";
  if (host !== lastHost && !(HOST.test(host) && URL.canParse(`http://${host}`))) return false;
  lastHost = host;
  return true;
}

/** A shop has one name, or few: the last good one need not be looked at again. */
let lastHost: string | undefined;

/** Remix answers these in formats of its own, for its router in the browser, which this shop does not send. */
const FRAMEWORK_PARAMETERS = ["_data", "_routes"];

/** Most addresses: nothing to decode, no dot, no question. */
const PLAIN = /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/;

/** Whether the target of a request, a path and perhaps a question, is one that a page of this shop can have. */
export function isPageTarget(target: string): boolean {
  if (PLAIN.test(target)) return true;
  try {
    decodeURIComponent(target);
    if (target.startsWith("//")) return false;
    const { pathname, searchParams } = new URL(`http://shop.invalid${target}`);
    if (decodeURIComponent(pathname).endsWith(".data")) return false;
    return !FRAMEWORK_PARAMETERS.some((name) => searchParams.has(name));
  } catch {
    return false;
  }
}
