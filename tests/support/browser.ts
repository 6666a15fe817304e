import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright";
import type { Client } from "./http";

/** One Chromium for a test file. Its default user agent counts as a bot, so every context brings a real one. */

export const PHONE_AGENT =
  "Mozilla/5.0 (Linux; Android 13; SM-A045F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36";
const DESKTOP_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36";

export const DESKTOP = { width: 1350, height: 900 };

/** With all that a browser with a window has. */
export const WHOLE = {
  executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/** Without a window, whose own work is as much as that of the page and does not belong to it. */
export const LAUNCH = { ...WHOLE, executablePath: process.env.HEADLESS_PATH || WHOLE.executablePath };

let browser: Promise<Browser> | undefined;

export function openBrowser(): Promise<Browser> {
  browser ??= chromium.launch(LAUNCH);
  return browser;
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

export interface Visit {
  context: BrowserContext;
  page: Page;
  close: () => Promise<void>;
}

export type VisitorOptions = BrowserContextOptions & { phone?: boolean };

export async function visit(baseURL: string, options: VisitorOptions = {}): Promise<Visit> {
  const { phone, ...rest } = options;
  const context = await (await openBrowser()).newContext({
    baseURL,
    locale: "fr-DZ",
    timezoneId: "Africa/Algiers",
    userAgent: phone ? PHONE_AGENT : DESKTOP_AGENT,
    viewport: phone ? { width: 412, height: 823 } : DESKTOP,
    isMobile: phone ?? false,
    hasTouch: phone ?? false,
    ...rest,
  });
  context.setDefaultTimeout(20_000);
  const leave = async () => {
    // A request that a test still holds would fail after the test, and be counted against whichever runs then.
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  };
  // Tests may send a visitor away before all have to go.
  let left: Promise<void> | undefined;
  const close = () => {
    left ??= leave();
    return left;
  };
  return { context, page: await context.newPage(), close };
}

/** Whoever asked over HTTP goes on in this browser. */
export async function goOnAs({ base, cookies }: Client, context: BrowserContext): Promise<void> {
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: base })));
}
