import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runProgram } from "../shop/run-program";

/** Text browsers, driven by their keys: to the next link or field, letters, Enter. */

export const textBrowsers = {
  lynx: {
    open: ["-accept_all_cookies", "-nopause", "-assume_charset=utf-8"],
    dump: ["-dump", "-nolist", "-width=120", "-assume_charset=utf-8", "-display_charset=utf-8"],
    next: "\t",
    // Where one is when a page opens, counted from its first link.
    start: 0,
  },
  w3m: {
    open: ["-cookie", "-o", "accept_cookie=1"],
    dump: ["-dump", "-cols", "120", "-O", "utf-8"],
    next: "\t",
    start: 0,
  },
  links2: {
    open: ["-enable-cookies", "1"],
    dump: ["-dump", "-width", "120", "-codepage", "utf-8"],
    next: "\u001b[B",
    // On its line about the page's address.
    start: -1,
  },
} as const;
export type TextBrowserName = keyof typeof textBrowsers;

const DOWN = "\u001b[B";
/** Without output for so long, the browser waits for a key. */
const QUIET_MS = 200;

/** The page as text. */
export async function dump(name: TextBrowserName, program: string, address: string): Promise<string> {
  const env = { ...process.env, LANG: "C.UTF-8", HOME: mkdtempSync(join(tmpdir(), "text-browser-")) };
  return (await runProgram(program, [...textBrowsers[name].dump, address], { env })).stdout;
}

/** The links and controls of a page, each as its tag. */
const stopsOf = (html: string) =>
  [...html.matchAll(/<(a|button|input|select|textarea)\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => (tag.startsWith("<a") ? tag.includes("href=") : !tag.includes('type="hidden"')));

export class TextBrowser {
  private readonly browser: (typeof textBrowsers)[TextBrowserName];
  private readonly child: ChildProcess;
  private html = "";
  private at = 0;
  private heard = 0;

  /** @param editorText what w3m's editor writes, in which it fills textareas */
  constructor(
    readonly name: TextBrowserName,
    program: string,
    address: string,
    editorText: string,
  ) {
    this.browser = textBrowsers[name];
    const home = mkdtempSync(join(tmpdir(), "text-browser-"));
    const editor = join(home, "editor");
    writeFileSync(editor, `#!/bin/sh\necho "${editorText}" > "$1"\n`, { mode: 0o755 });
    const command = [program, ...this.browser.open, address].join(" ");
    // Every page fits this screen, so that the keys go from link to link, and to no other part.
    this.child = spawn("script", ["-qec", `stty rows 500 cols 120; ${command}`, "/dev/null"], {
      env: { ...process.env, TERM: "xterm", LANG: "C.UTF-8", HOME: home, EDITOR: editor },
      stdio: ["pipe", "pipe", "ignore"],
      cwd: home,
      detached: true,
    });
    this.child.stdout?.on("data", () => {
      this.heard = performance.now();
    });
  }

  close(): void {
    if (this.child.pid) process.kill(-this.child.pid, "SIGKILL");
  }

  /** Once it shows this page. */
  async shows(html: string): Promise<void> {
    this.html = html;
    this.at = this.browser.start;
    await this.quiet();
  }

  /** Links greets a new user, until a key is pressed. */
  async begin(): Promise<void> {
    await this.quiet();
    if (this.name === "links2") await this.press("\r");
  }

  /** Goes to the first link or control whose tag has this in it. */
  async goTo(part: string): Promise<void> {
    const stops = stopsOf(this.html);
    const index = stops.findIndex((tag) => tag.includes(part));
    if (index < 0) throw new Error(`The page has no ${part}.`);
    for (; this.at < index; this.at++) {
      this.child.stdin?.write(this.browser.next);
      await wait(5);
    }
    await this.quiet();
  }

  async type(part: string, text: string): Promise<void> {
    await this.goTo(part);
    if (this.name !== "w3m") return this.press(text);
    await this.press("\r");
    await this.press(text);
    await this.press("\r");
  }

  async write(part: string, text: string): Promise<void> {
    if (this.name !== "w3m") return this.type(part, text);
    await this.goTo(part);
    // Then any key.
    await this.press("\r");
    await this.press("\f");
  }

  /** Opens the list of a select and goes down to an option, counted from the first. */
  async choose(part: string, steps: number): Promise<void> {
    await this.goTo(part);
    await this.press("\r");
    for (let step = 0; step < steps; step++) {
      this.child.stdin?.write(DOWN);
      await wait(5);
    }
    await this.quiet();
    await this.press("\r");
  }

  /** @param name the button's, by which w3m looks for it: past its screen keys no longer count */
  async follow(part: string, name: string): Promise<void> {
    if (this.name === "w3m") for (const keys of ["/", name, "\r"]) await this.press(keys);
    else await this.goTo(part);
    await this.press("\r");
  }

  private async press(keys: string): Promise<void> {
    this.child.stdin?.write(keys);
    await this.quiet();
  }

  private async quiet(): Promise<void> {
    this.heard = performance.now();
    while (performance.now() - this.heard < QUIET_MS) await wait(20);
  }
}
