/** Checks of a request's host and address, before the framework makes a URL of them. */

const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Whether a request names one valid host; with HTTP/1.0 it may name none.
 * @param rawHeaders names and values in turn, since `headers` keeps only the first of two hosts
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

/** The last valid host. A shop has few, so that most requests skip the check. */
let lastHost: string | undefined;

/** Remix answers these in formats for its router in the browser, which this shop does not send. */
const FRAMEWORK_PARAMETERS = ["_data", "_routes"];

/** Most addresses: nothing to decode, no dot, no query. */
const PLAIN = /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/;

/** @param target path and query, as the request line has them */
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
