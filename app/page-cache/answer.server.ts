import type { IncomingMessage, ServerResponse } from "node:http";
import { asking } from "~/asking.server";
import { compress, type Encoding, encodingFor, etagOf } from "~/server/compression.server";
import { ASKING } from "~/session/refused-cookies.server";
import { settings } from "~/settings.server";
import type { ToldOfPage } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { INCOMPLETE, isPublicPath, renderFor } from "./render.server";
import { type Answer, answers, type Page, templates } from "./store.server";
import { fill, shownOf, templateOf } from "./template.server";
import type { Variant } from "./variant.server";
import { visitorOf } from "./visitor.server";

/**
 * Answers public pages before the framework does. A page is rendered once for all visitors of a variant, as a template, and is good for
 * as long as the shop's `published` says the same version; what differs between visitors is filled in.
 */
export function answerPage(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  answered(request, response).then(
    (isAnswered) => isAnswered || next(),
    (error) => {
      // Without its database, and whatever else fails: the framework says what is to be said.
      if (response.headersSent) response.destroy(error);
      else next();
    },
  );
}

async function answered(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { method, headers, url = "/" } = request;
  // What another shop's API told is not in this database alone.
  if ((method !== "GET" && method !== "HEAD") || settings.apiUrl !== undefined) return false;
  const [path = "/"] = url.split("?", 1);
  if (!isPublicPath(path) || url.includes(ASKING)) return false;
  const visitor = await visitorOf(headers.cookie);
  if (visitor.hasFlash) return false;

  const { published } = await getShop();
  const product = PRODUCT.exec(path)?.[1];
  const told = await published.ask({ product, session: visitor.session, guest: visitor.guest });
  const variant: Variant = {
    theme: visitor.theme,
    withScripts: !visitor.isLite && headers["save-data"] !== "on",
    visitor: visitor.isStranger ? "stranger" : told.email === undefined ? "guest" : "account",
  };
  const key = `${variant.visitor} ${variant.theme} ${variant.withScripts} ${url}`;
  let page: Page | undefined = templates.get(key);
  if (page?.version !== told.version) {
    // Of the same version only: what was begun before a change is not the answer to who asked after it.
    const name = `${told.version} ${key}`;
    const running = rendering.get(name) ?? render({ key, url, variant, product, told, host: headers.host });
    rendering.set(name, running);
    page = await running.finally(() => rendering.delete(name));
  }
  if (!page) return false;
  await send(page, { key, told, variant }, request, response);
  return true;
}

const PRODUCT = /^\/product\/([\w-]+)$/;

/** Pages that are being rendered: whoever comes meanwhile waits for the same. */
const rendering = new Map<string, Promise<Page | undefined>>();

interface Wanted {
  key: string;
  url: string;
  variant: Variant;
  product: string | undefined;
  told: ToldOfPage;
  host: string | undefined;
}

/** @returns undefined for what is no page, such as a redirect */
async function render({ key, url, variant, product, told, host = "localhost" }: Wanted): Promise<Page | undefined> {
  const { response, html, products } = await renderFor(new URL(url, `http://${host}`), variant);
  const policy = response.headers.get("content-security-policy");
  if (policy === null || !response.headers.get("content-type")?.startsWith("text/html")) return undefined;
  const page: Page = { template: templateOf(html), version: told.version, policy, status: response.status };
  // The version holds for one product's stock alone, the address's.
  const isWhole = [...products].every((slug) => slug === product) && !response.headers.has(INCOMPLETE);
  if (page.status === 200 && isWhole) templates.set(key, page);
  return page;
}

interface Asked {
  key: string;
  told: ToldOfPage;
  variant: Variant;
}

async function send(page: Page, asked: Asked, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { headers, method } = request;
  const isShared = asked.variant.visitor === "stranger" && page.status === 200;
  const encoding = encodingFor(headers["accept-encoding"]?.toString() ?? null);
  const { body, etag } = await filled(page, asked, encoding);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Content-Security-Policy", page.policy);
  response.setHeader("Vary", "Cookie, Save-Data, Accept-Encoding");
  const isAhead = isShared && headers["sec-purpose"] === "prefetch";
  response.setHeader(
    "Cache-Control",
    isAhead ? "private, max-age=60" : isShared ? "public, max-age=0, s-maxage=60" : "private, no-cache",
  );
  if (page.status === 200) {
    response.setHeader("ETag", etag);
    if (headers["if-none-match"]?.includes(etag)) {
      response.writeHead(304).end();
      log(request, response);
      return;
    }
  }
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", body.byteLength);
  response.writeHead(page.status).end(method === "HEAD" ? undefined : body);
  log(request, response);
}

/** As the server logs all that it answers; paths only (S-7). */
function log({ method, url }: IncomingMessage, response: ServerResponse): void {
  const since = asking.getStore()?.since ?? performance.now();
  const size = response.getHeader("content-length") ?? "-";
  console.log(
    `${method} ${url?.split("?")[0]} ${response.statusCode} ${size} - ${(performance.now() - since).toFixed(3)} ms`,
  );
}

async function filled(page: Page, asked: Asked, encoding: Encoding): Promise<Answer> {
  const { key, told } = asked;
  const name = `${encoding} ${page.version} ${key} ${shownOf(page.template, told)}`;
  const known = answers.get(name);
  if (known) return known;
  const html = Buffer.from(fill(page.template, told));
  const answer = { body: await compress(html, encoding, asked.variant.visitor === "stranger"), etag: etagOf(html) };
  if (page.status === 200) answers.set(name, answer);
  return answer;
}
