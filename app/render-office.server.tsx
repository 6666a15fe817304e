import { randomBytes } from "node:crypto";
import type { EntryContext, HandleDataRequestFunction } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { stylesOf } from "./components/layout/document";
import { BUILD } from "./components/office/newer-build";
import { Nonce } from "./components/office/nonce";
import { officePolicy } from "./http/security-headers.server";
import { officeBuild, officeManifest } from "./office-client.server";

/**
 * Renders a page of the office whole, with the data that Remix hydrates it from. Nobody keeps such
 * a page (http/answer-by-remix.server.ts), so its policy has a nonce.
 */
export async function renderOfficePage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64url");
  const { id = "" } = context.staticHandlerContext.matches.at(-1)?.route ?? {};
  const { serverHandoffStream, ...rest } = context;
  const page = { ...rest, manifest: officeManifest(context.manifest) };
  const html = renderToString(
    <Nonce.Provider value={nonce}>
      <RemixServer context={page} url={request.url} nonce={nonce} />
    </Nonce.Provider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", officePolicy(nonce, stylesOf({ id, data: undefined, handle: undefined })));
  if (status === 503) headers.set("Retry-After", "60");
  const data = page.renderMeta?.didRenderScripts
    ? dataScript(await new Response(serverHandoffStream).text(), nonce)
    : "";
  return new Response(`<!DOCTYPE html>${html.replace(END, () => `${data}${END}`)}`, { status, headers });
}

/** The router is the office's alone. */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  if (officeBuild) response.headers.set(BUILD, officeBuild);
  return response;
};

const END = "</body></html>";

/**
 * The page's data, as Remix reads it. Remix itself would write it behind the document, where
 * nothing may stand, and by React's stream, which breaks letters of several bytes (18.3).
 */
function dataScript(data: string, nonce: string): string {
  const text = JSON.stringify(data).replace(
    /[&<>\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const controller = "window.__remixContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue(${text});${controller}.close()</script>`;
}
