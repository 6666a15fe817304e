import { styleOf } from "virtual:route-styles";
import { Meta, useMatches } from "@remix-run/react";
import { createContext, type ReactNode, useContext } from "react";
import groundsCss from "~/components/home/grounds.css?inline";
import homeCss from "~/components/home/home.css?inline";
import type { RouteHandle } from "~/route-handle";
import { useSavesData } from "../ui/saves-data";
import { dark, light, type Theme } from "../ui/tokens";
import checkoutCss from "./checkout.css?inline";
import { useIsPart } from "./layout-data";
import mediaCss from "./media.css?url";
import start from "./start.js?raw";
import startTheme from "./start-theme.js?raw";
import { typefaces } from "./typefaces";

/**
 * The inline style sheets of a page: its area's, its own, and for routes with one of their own what
 * their loader made from the merchant's content. The content security policy names them by hash.
 */
export function stylesOf({ id, data, handle }: { id: string; data: unknown; handle: unknown }): string[] {
  const { ownStyle = "" } = (data ?? {}) as { ownStyle?: string };
  const ownStyles =
    id === HOME ? [groundsCss + homeCss, ownStyle] : (handle as RouteHandle | undefined)?.checkout ? [checkoutCss] : [];
  return [styleOf(id), ...ownStyles, typefaces].filter(Boolean);
}

const HOME = "routes/home/home";

/** The constant inline scripts, which the policy names as well. */
export const inlineScripts = [startTheme, start];

/** Addresses of the module scripts that a page loads first. */
export const EntryScripts = createContext<readonly string[]>([]);

/** The document. The style sheet is inline, so that a page paints after one round trip. */
export function Document(props: { theme: string | null; withScripts: boolean; children: ReactNode }) {
  const page = useMatches().at(-1);
  if (useIsPart())
    return (
      <html lang="fr">
        <head>
          <meta charSet="utf-8" />
          <Meta />
        </head>
        <body>{props.children}</body>
      </html>
    );
  return (
    <html lang="fr" className={props.theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <link rel="icon" href="/favicon.svg" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <ThemeColors theme={props.theme} />
        {/* Who saves data gets neither scripts nor typefaces. */}
        <Sheets page={page} withTypefaces={props.withScripts} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script */}
        {props.withScripts && <script dangerouslySetInnerHTML={{ __html: startTheme }} />}
      </head>
      <body>
        <div id="app">{props.children}</div>
      </body>
    </html>
  );
}

/** Stand behind the header, so that over a bad line it is there with the first 6 kB of a page. */
export function Scripts() {
  const scripts = useContext(EntryScripts);
  if (useSavesData()) return null;
  // React 18 writes this attribute only in lower case, and its types have it only in camel case.
  const afterPictures = { fetchpriority: "low" };
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script */}
      <script dangerouslySetInnerHTML={{ __html: start }} />
      {scripts.map((address) => (
        <script key={address} type="module" async src={address} {...afterPictures} />
      ))}
    </>
  );
}

export function Sheets(props: { page: Parameters<typeof stylesOf>[0] | undefined; withTypefaces: boolean }) {
  const { page = { id: "", data: undefined, handle: undefined }, withTypefaces } = props;
  return (
    <>
      {stylesOf(page)
        .filter((sheet) => withTypefaces || sheet !== typefaces)
        .map((sheet) => (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheets
          <style key={sheet} dangerouslySetInnerHTML={{ __html: sheet }} />
        ))}
      <link rel="stylesheet" href={mediaCss} media="print,(forced-colors:active)" />
    </>
  );
}

/** @param theme chosen by the visitor; null for the system's */
export function ThemeColors({ theme }: { theme: string | null }) {
  return (
    <>
      <meta name="color-scheme" content={theme ?? "light dark"} />
      {theme !== "dark" && <ThemeColor of={light} only={theme ? undefined : "light"} />}
      {theme !== "light" && <ThemeColor of={dark} only={theme ? undefined : "dark"} />}
    </>
  );
}

/** The colour of the browser's own bar; `only` while the system decides about the theme. */
function ThemeColor({ of, only }: { of: Theme; only: "light" | "dark" | undefined }) {
  return <meta name="theme-color" content={of.ground} media={only && `(prefers-color-scheme:${only})`} />;
}
