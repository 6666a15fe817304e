import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";

/** Second processes for tests: a TypeScript file, bundled once, run by another Node. */

const root = join(import.meta.dirname, "../../..");

export interface Program {
  /** @param argument JSON, passed as the program's first argument */
  start(argument: unknown): Child;
  remove(): void;
}

/** @param entry path beside this file, such as `buyer.ts` */
export async function programOf(entry: string): Promise<Program> {
  // Below node_modules, so that packages outside of the bundle are found.
  const file = join(root, "node_modules/.cache/boutique-tests", `${entry.replace(/\W/g, "-")}-${process.pid}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, entry)],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { "~": join(root, "app") },
    logLevel: "error",
  });
  return {
    start: (argument) => new Child(spawn(process.execPath, [file, JSON.stringify(argument)], { cwd: root })),
    remove: () => rmSync(file, { force: true }),
  };
}

/** A process whose output is read line by line. */
class Child {
  readonly lines: string[] = [];
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  #errors = "";
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting = new Set<() => void>();
  #isOver = false;

  constructor(process: ChildProcessWithoutNullStreams) {
    this.#process = process;
    const stdout = createInterface({ input: process.stdout });
    stdout.on("line", (line) => {
      this.lines.push(line);
      this.#wake();
    });
    process.stderr.on("data", (chunk: Buffer) => {
      this.#errors += chunk;
    });
    // A killed process's last lines are read before its end is announced.
    const drained = new Promise((resolve) => stdout.once("close", resolve));
    this.ended = new Promise((resolve, reject) => {
      process.once("error", reject);
      process.once("exit", (code, signal) => {
        void drained.then(() => {
          this.#isOver = true;
          this.#wake();
          resolve({ code, signal });
        });
      });
    });
  }

  /** @throws Error when the process ends without this line */
  async waitForLine(wanted: string): Promise<void> {
    while (!this.lines.includes(wanted)) {
      if (this.#isOver) throw new Error(`The process ended without "${wanted}": ${this.#errors}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  writeLine(line: string): void {
    this.#process.stdin.write(`${line}\n`);
  }

  kill(): void {
    this.#process.kill("SIGKILL");
  }

  /** @throws Error with the process's standard error, unless it ended with 0 */
  async success(): Promise<void> {
    const { code, signal } = await this.ended;
    if (code !== 0) throw new Error(`The process ended with ${code ?? signal}: ${this.#errors}`);
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
