import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { stylesOf } from "./components/layout/document";
import { Nonce } from "./components/office/nonce";
import { officePolicy } from "./http/security-headers.server";
import { officeManifest } from "./office-client.server";

/**
 * Renders a page of the office whole, with the data that Remix hydrates it from. Nobody keeps such a
 * page (http/answer-by-remix.server.ts), so its policy has a nonce.
 */
export async function renderOfficePage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64url");
  const { id = "" } = context.staticHandlerContext.matches.at(-1)?.route ?? {};
  const page = { ...context, manifest: officeManifest(context.manifest) };
  const html = await textOf(
    <Nonce.Provider value={nonce}>
      <RemixServer context={page} url={request.url} nonce={nonce} />
    </Nonce.Provider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", officePolicy(nonce, stylesOf({ id, data: undefined, handle: undefined })));
  if (status === 503) headers.set("Retry-After", "60");
  return new Response(inside(html), { status, headers });
}

const END = "</body></html>";

/** Remix writes the page's data behind the document, which has no place there. */
function inside(html: string): string {
  const end = html.indexOf(END);
  const data = html.slice(end + END.length).replace(/<!--\/?\$-->/g, "");
  return `${html.slice(0, end)}${data}${END}`;
}

/** Once all of it is there, the data included, which Remix writes behind the page. */
function textOf(page: ReactElement): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () =>
        pipe(
          new Writable({
            decodeStrings: false,
            write(chunk: string | Buffer, _encoding, done) {
              text += chunk.toString();
              done();
            },
            final(done) {
              resolve(text);
              done();
            },
          }),
        ),
      onShellError: reject,
      onError: reject,
    });
  });
}
