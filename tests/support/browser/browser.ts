import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from "playwright";
import { findChromium, findHeadless } from "../../../tools/programs.mjs";
import type { Client } from "../http/client";

/**
 * One Chromium for a process; other engines are in other-engines.ts. Its default user agent
 * counts as a bot, so every context brings a real one.
 */

export const PHONE_AGENT =
  "Mozilla/5.0 (Linux; Android 13; SM-A045F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36";
const DESKTOP_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36";

export const DESKTOP = { width: 1350, height: 900 };

/** Chromium with a window's abilities. */
export const WHOLE = {
  executablePath: findChromium(),
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

/** Headless, since a window takes as much work as the page. */
export const LAUNCH = { ...WHOLE, executablePath: findHeadless() };

/** For journeys in which no picture matters: drawing them takes a sixth of the work. */
export const LAUNCH_WITHOUT_PICTURES = { ...LAUNCH, args: [...LAUNCH.args, "--blink-settings=imagesEnabled=false"] };

/**
 * For tests by axe, which runs too shortly on each page to gain from the last step of optimisation:
 * that compiles it again for every page, and takes a quarter of the work.
 */
export const LAUNCH_FOR_AXE = {
  ...LAUNCH_WITHOUT_PICTURES,
  args: [...LAUNCH_WITHOUT_PICTURES.args, "--js-flags=--no-turbofan"],
};

let opened: { launch: LaunchOptions; browser: Promise<Browser> } | undefined;
let wanted: LaunchOptions = LAUNCH;

/** @param launch for the whole file, by its first caller */
export function openBrowser(launch = wanted): Promise<Browser> {
  wanted = launch;
  if (opened?.launch !== launch) opened = { launch, browser: started(launch, opened?.browser) };
  return opened.browser;
}

async function started(launch: LaunchOptions, former?: Promise<Browser>): Promise<Browser> {
  await (await former?.catch(() => undefined))?.close();
  const browser = await chromium.launch(launch);
  // After a crash the next window has a new one.
  browser.once("disconnected", () => {
    if (opened?.launch === launch) opened = undefined;
  });
  return browser;
}

/**
 * Closes the file's windows. The browser stays for the process's next file, since starting one
 * takes a second; Playwright ends it with the process.
 */
export async function leaveBrowser(): Promise<void> {
  wanted = LAUNCH;
  const browser = await opened?.browser.catch(() => undefined);
  if (!browser) opened = undefined;
  for (const context of browser?.contexts() ?? []) await context.close();
}

export interface Visit {
  context: BrowserContext;
  page: Page;
  close: () => Promise<void>;
}

export type VisitorOptions = BrowserContextOptions & { phone?: boolean };

export async function visit(baseURL: string, options: VisitorOptions = {}): Promise<Visit> {
  const { phone, ...rest } = options;
  const browser = await openBrowser();
  const context = await browser.newContext({
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
    // A request still held would fail later, and be counted against the next test.
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  };
  // A test may close its visitor's context before all are closed.
  let left: Promise<void> | undefined;
  const close = () => {
    left ??= leave();
    return left;
  };
  return { context, page: await context.newPage(), close };
}

/** Gives the cookies of an HTTP client to this browser. */
export async function goOnAs({ base, cookies }: Client, context: BrowserContext): Promise<void> {
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: base })));
}
