import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, StrictMode, useLayoutEffect } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";

import { keepPageWithoutLine } from "./components/office/line";
import { leaveOutdatedPage, noteNewerBuild } from "./components/office/newer-build";
import { saveFields } from "./islands/fields";

/** The office's pages in the browser: Remix, hydrated. The shop's pages have entry.client.ts. */

declare global {
  interface Window {
    __remixManifest: { routes: Record<string, { id: string; module: string }>; version: string };
    __remixRouteModules: Record<string, unknown>;
    __remixContext?: { stream?: ReadableStream };
  }
}

/**
 * Loads all pages of the office first: without one of them React begins nothing, and links and
 * forms stay the browser's own. A page that failed to load later would be loaded over and over.
 */
async function begin(): Promise<void> {
  // Old engines lack the streams from which Remix reads the page's data.
  if (!window.__remixContext?.stream) return;
  const manifest = window.__remixManifest;
  const ours = Object.entries(manifest.routes).filter(([id]) => id === "root" || id.startsWith("routes/office/"));
  manifest.routes = Object.fromEntries(ours);
  const modules = await Promise.all(
    ours.map(async ([id, { module }]) => [id, { ...(await import(/* @vite-ignore */ module)), shouldRevalidate }]),
  );
  Object.assign(window.__remixRouteModules, Object.fromEntries(modules));
  const app = document.getElementById("app");
  if (!app) return;
  window.fetch = keepPageWithoutLine(noteNewerBuild(window.fetch.bind(window), manifest.version));
  leaveOutdatedPage();
  await pageData();
  const restore = saveFields(app);
  // At once, so that nothing is typed in between.
  flushSync(() => {
    hydrateRoot(
      app,
      <StrictMode>
        <OnMount call={restore}>
          <RemixBrowser />
        </OnMount>
      </StrictMode>,
    );
  });
}

/** Of a page that something has altered React makes new elements, without focus or typed values. */
function OnMount({ call, children }: { call: () => void; children: ReactNode }): ReactNode {
  useLayoutEffect(call, [call]);
  return children;
}

/** Also what was refused is decided on the page as it is now, which Remix would keep as it was. */
const shouldRevalidate = () => true;

/**
 * Remix throws a promise until it has read the page's data. React waits for it, but not where
 * somebody presses something just then: it would hydrate nothing.
 */
async function pageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (reading) {
    await reading;
  }
}

void begin().catch(() => undefined);
