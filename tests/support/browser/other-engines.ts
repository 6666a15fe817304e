import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { afterAll, beforeAll } from "vitest";
import { findEngines } from "../../../tools/programs.mjs";
import { freePort } from "../shop/ports";

/** Windows of Debian's own Firefox and WebKit, which Playwright cannot drive. */
interface EngineWindow {
  open: (url: string) => Promise<void>;
  back: () => Promise<void>;
  reload: () => Promise<void>;
  /** Types into a field and replaces its value. */
  fill: (selector: string, text: string) => Promise<void>;
  /** Chooses an option of a list. */
  choose: (selector: string, value: string) => Promise<void>;
  /** Presses an element where a finger would. */
  press: (selector: string) => Promise<void>;
  /** What an expression is in the page. */
  ask: <Value>(expression: string) => Promise<Value>;
  close: () => Promise<void>;
}

const { paths } = findEngines();

export type OtherEngine = "firefox" | "webkit";

const openWindow = (engine: OtherEngine): Promise<EngineWindow> =>
  engine === "firefox" ? openFirefox() : openWebKit();

/** One window for all tests of a `describe`, which is open while they run. */
export function windowFor(engine: OtherEngine): EngineWindow {
  let opened: EngineWindow;
  beforeAll(async () => {
    opened = await openWindow(engine);
  });
  afterAll(() => opened.close());
  return new Proxy({} as EngineWindow, { get: (_, name) => Reflect.get(opened, name) });
}

/** By WebDriver BiDi. */
async function openFirefox(): Promise<EngineWindow> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: paths.firefox,
    // Firefox does not start where HOME belongs to another user, as on many test machines.
    env: { ...process.env, HOME: userInfo().homedir },
    defaultViewport: { width: 412, height: 823 },
  });
  const page = await browser.newPage();
  let leaving = 0;
  // Puppeteer's own ways wait for a `load`, which a page that was kept does not fire, and which a
  // reload fires before its page is there.
  const leave = async (how: string) => {
    leaving += 1;
    const state = () => page.evaluate("[location.href, document.readyState, window.left].join(' ')").catch(() => "");
    await page.evaluate(`void (window.left = ${leaving}, setTimeout(() => ${how}))`);
    const patience = Date.now() + 20_000;
    for (;;) {
      const [href, readyState, left] = String(await state()).split(" ");
      // First there is about:blank. Back does not lead to a page that was left while it loaded.
      const isPage = href?.startsWith("http");
      if (isPage && left !== String(leaving) && readyState === "complete") return;
      if (Date.now() > patience) throw new Error(`${how} led to no other page: ${href} is ${readyState}.`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const find = async (selector: string) => {
    const element = await page.waitForSelector(selector);
    if (!element) throw new Error(`Nothing is found by ${selector}.`);
    return element;
  };
  return {
    open: (url) => leave(`location.assign(${JSON.stringify(url)})`),
    back: () => leave("history.back()"),
    reload: () => leave("location.reload()"),
    fill: async (selector, text) => {
      const field = await find(selector);
      await field.evaluate((element) => (element as HTMLInputElement).select());
      await field.type(text);
    },
    choose: async (selector, value) => void (await page.select(selector, value)),
    press: async (selector) => (await find(selector)).click(),
    ask: (expression) => page.evaluate(expression) as never,
    close: () => browser.close(),
  };
}

/** The key by which WebDriver names an element. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** By WebDriver, in a window that nobody sees. */
async function openWebKit(): Promise<EngineWindow> {
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), "webkit-"));
  const driver = spawn("xvfb-run", ["-a", paths.webkit ?? "", `--port=${port}`], {
    env: { ...process.env, HOME: home },
    stdio: "ignore",
    detached: true,
  });
  const call = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  };
  const patience = Date.now() + 20_000;
  while (!(await call("GET", "/status").catch(() => undefined))) {
    if (Date.now() > patience) throw new Error("WebKitWebDriver did not answer within 20 s.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { sessionId } = await call<{ sessionId: string }>("POST", "/session", { capabilities: {} });
  const session = `/session/${sessionId}`;
  await call("POST", `${session}/timeouts`, { implicit: 10_000 });
  await call("POST", `${session}/window/rect`, { width: 412, height: 823 });
  const find = async (selector: string) => {
    const found = await call<Record<string, string>>("POST", `${session}/element`, {
      using: "css selector",
      value: selector,
    });
    return `${session}/element/${found[ELEMENT]}`;
  };
  const ask = <Value>(expression: string) =>
    call<Value>("POST", `${session}/execute/sync`, { script: `return (${expression})`, args: [] });
  return {
    open: (url) => call("POST", `${session}/url`, { url }),
    back: () => call("POST", `${session}/back`, {}),
    reload: () => call("POST", `${session}/refresh`, {}),
    fill: async (selector, text) => {
      const field = await find(selector);
      await call("POST", `${field}/clear`, {});
      await call("POST", `${field}/value`, { text });
    },
    choose: async (selector, value) => call("POST", `${await find(`${selector} option[value="${value}"]`)}/click`, {}),
    press: async (selector) => {
      const element = await find(selector);
      // The driver takes what is just below the window for seen, and then finds nothing to press.
      await ask(`document.querySelector(${JSON.stringify(selector)}).scrollIntoViewIfNeeded()`);
      await call("POST", `${element}/click`, {});
    },
    ask,
    close: async () => {
      await call("DELETE", session).catch(() => undefined);
      // The driver and its display are a group of their own, which may have ended with the session.
      if (driver.pid && driver.exitCode === null && driver.signalCode === null) {
        process.kill(-driver.pid, "SIGTERM");
        await once(driver, "exit");
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}
