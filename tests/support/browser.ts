import { userInfo } from "node:os";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  firefox,
  type LaunchOptions,
  type Page,
  webkit,
} from "playwright";
import { findChromium, findHeadless } from "../../tools/programs.mjs";
import type { Client } from "./http";

/**
 * One browser of each engine for a test file. Chromium's default user agent counts as a bot, so
 * every context brings a real one.
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

/**
 * For tests by axe, which runs too shortly on each page to gain from the last step of optimisation:
 * that compiles it anew for every page, and takes a quarter of the work.
 */
export const LAUNCH_FOR_AXE = { ...LAUNCH, args: [...LAUNCH.args, "--js-flags=--no-turbofan"] };

/** For journeys in which no picture matters: drawing them takes a sixth of the work. */
export const LAUNCH_WITHOUT_PICTURES = { ...LAUNCH, args: [...LAUNCH.args, "--blink-settings=imagesEnabled=false"] };

const engines = { chromium, firefox, webkit };
export type Engine = keyof typeof engines;

const launches: Record<Engine, LaunchOptions> = {
  chromium: LAUNCH,
  // Firefox does not start where HOME belongs to another user, as on many test machines.
  firefox: { env: { ...process.env, HOME: userInfo().homedir } },
  webkit: {},
};

const browsers = new Map<Engine, Promise<Browser>>();

/** @param launch used by the first caller */
export function openBrowser(engine: Engine = "chromium", launch = launches[engine]): Promise<Browser> {
  const browser = browsers.get(engine) ?? engines[engine].launch(launch);
  browsers.set(engine, browser);
  return browser;
}

export async function closeBrowser(): Promise<void> {
  const opened = await Promise.allSettled(browsers.values());
  browsers.clear();
  for (const browser of opened) if (browser.status === "fulfilled") await browser.value.close();
}

export interface Visit {
  context: BrowserContext;
  page: Page;
  close: () => Promise<void>;
}

export type VisitorOptions = BrowserContextOptions & { phone?: boolean; engine?: Engine };

export async function visit(baseURL: string, options: VisitorOptions = {}): Promise<Visit> {
  const { phone, engine = "chromium", ...rest } = options;
  const browser = await openBrowser(engine);
  const context = await browser.newContext({
    baseURL,
    locale: "fr-DZ",
    timezoneId: "Africa/Algiers",
    ...(engine === "chromium" ? { userAgent: phone ? PHONE_AGENT : DESKTOP_AGENT } : {}),
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
