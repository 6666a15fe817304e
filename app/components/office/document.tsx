import { Meta, Scripts, useMatches } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { Sheets, ThemeColors } from "../layout/document";
import { Nonce } from "./nonce";

/** Its address is another than the browser's, whose router would take it for another page. */
const REFUSED = "routes/office/refused";

/**
 * The document around the office's pages. In the browser only #app is hydrated (browser-root.tsx),
 * so that nothing that extensions and in-app browsers put around it makes React rewrite it.
 */
export function OfficeDocument(props: { theme: string | null; withScripts: boolean; children: ReactNode }) {
  const page = useMatches().at(-1);
  const nonce = useContext(Nonce);
  return (
    <html lang="fr" className={props.theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <ThemeColors theme={props.theme} />
        <Sheets page={page} withTypefaces={props.withScripts} />
      </head>
      <body>
        <div id="app">{props.children}</div>
        {page?.id !== REFUSED && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}
