import { Meta, useMatches } from "@remix-run/react";
import { createContext, type ReactNode, useContext } from "react";
import homeCss from "~/components/home/home.css?inline";
import css from "~/styles.css?inline";
import { dark, light, type Theme } from "../ui/tokens";
import checkoutCss from "./checkout.css?inline";
import mediaCss from "./media.css?url";
import start from "./start.js?raw";

/** What one page alone needs beside the shop's style sheet, by route. */
const ownCss: Record<string, string> = {
  "routes/home/home": homeCss,
  "routes/checkout/delivery": checkoutCss,
  "routes/checkout/payment": checkoutCss,
  "routes/checkout/review": checkoutCss,
};

/** The style sheet that a page's loader made of the merchant's content; only the routes above may have one. */
export function ownStyleOf({ id, data }: { id: string; data: unknown }): string {
  const { ownStyle } = (data ?? {}) as { ownStyle?: string };
  return (id in ownCss && ownStyle) || "";
}

/** Everything inline, but for that, which a browser may run or apply; the page's policy names it by its hash (server/content-security-policy). */
export const inlineStyles = [css, ...new Set(Object.values(ownCss))];
export const inlineScripts = [start];

/** Addresses of the module scripts that a page begins with. */
export const EntryScripts = createContext<readonly string[]>([]);

/** The document. The style sheet is inside: a page paints after one round trip (P-1). */
export function Document(props: { theme: string | null; withScripts: boolean; children: ReactNode }) {
  const page = useMatches().at(-1);
  const own = [ownCss[page?.id ?? ""] ?? "", page ? ownStyleOf(page) : ""];
  const scripts = useContext(EntryScripts);
  // React 18 knows this attribute only in lower case, and its types only in camel case.
  const afterPictures = { fetchpriority: "low" };
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
        <style dangerouslySetInnerHTML={{ __html: css }} />
        {own.filter(Boolean).map((sheet) => (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheets, and what is made of numbers and colours
          <style key={sheet} dangerouslySetInnerHTML={{ __html: sheet }} />
        ))}
        <link rel="stylesheet" href={mediaCss} media="print,(forced-colors:active)" />
        {props.withScripts && (
          <>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script */}
            <script dangerouslySetInnerHTML={{ __html: start }} />
            {scripts.map((address) => (
              <script key={address} type="module" async src={address} {...afterPictures} />
            ))}
          </>
        )}
      </head>
      <body>
        <div id="app">{props.children}</div>
      </body>
    </html>
  );
}

/** The browser's own bar in the colour of the page; `only` while the system decides about the theme. */
function ThemeColor({ of, only }: { of: Theme; only: "light" | "dark" | undefined }) {
  return <meta name="theme-color" content={of.ground} media={only && `(prefers-color-scheme:${only})`} />;
}
