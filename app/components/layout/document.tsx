import { Meta, Scripts, useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import homeCss from "~/components/home/home.css?inline";
import css from "~/styles.css?inline";
import { dark, light, type Theme } from "../ui/tokens";
import { useNonce } from "./nonce";
import watch from "./watch.js?raw";

/** What one page alone needs beside the shop's style sheet, by route. */
const ownCss: Record<string, string> = { "routes/home/home": homeCss };

/**
 * The document, written by the server only. The style sheet is inside: a page paints after one round trip (P-1). Of the shop's
 * own the server leaves what the page uses (server/used-styles). Everything that is inline carries the nonce, which the server
 * exchanges for hashes before it sends the page.
 */
export function Document(props: { theme: string | null; withScripts: boolean; children: ReactNode }) {
  const nonce = useNonce();
  const own = ownCss[useMatches().at(-1)?.id ?? ""] ?? "";
  return (
    <html lang="fr" className={props.theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {props.theme !== "dark" && <ThemeColor of={light} only={props.theme ? undefined : "light"} />}
        {props.theme !== "light" && <ThemeColor of={dark} only={props.theme ? undefined : "dark"} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet */}
        <style id="styles" nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet */}
        {own && <style nonce={nonce} dangerouslySetInnerHTML={{ __html: own }} />}
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

/** The browser's own bar in the colour of the page; `only` while the system decides about the theme. */
function ThemeColor({ of, only }: { of: Theme; only: "light" | "dark" | undefined }) {
  return <meta name="theme-color" content={of.ground} media={only && `(prefers-color-scheme:${only})`} />;
}
