import { Meta, Scripts } from "@remix-run/react";
import type { ReactNode } from "react";
import css from "~/styles.css?inline";
import { useNonce } from "./nonce";
import watch from "./watch.js?raw";

/**
 * The document, written by the server only. The style sheet is inside: a page paints after one round trip (P-1). Everything
 * that is inline carries the nonce, which the server exchanges for hashes before it sends the page.
 */
export function Document(props: { theme: string | null; withScripts: boolean; children: ReactNode }) {
  const nonce = useNonce();
  return (
    <html lang="fr" className={props.theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />
        {props.withScripts && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script
          <script nonce={nonce} dangerouslySetInnerHTML={{ __html: watch }} />
        )}
      </head>
      <body>
        <div id="app">{props.children}</div>
        {props.withScripts && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}
