import { execFile } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

interface Ended {
  /** Null when the program was ended from outside, as after its time. */
  status: number | null;
  stdout: string;
  stderr: string;
}

/**
 * A program from its start to its end. Waiting for it keeps nothing else waiting: a test that stops
 * its process for a minute is lost to Vitest.
 * @param file run by Node, unless it is the name of another program; a path within the project
 * @param env beside PATH, all that the program knows
 * @param timeout ms after which it is ended
 */
export function runProgram(
  file: string,
  args: readonly string[],
  {
    env = {},
    cwd = root,
    timeout = 60_000,
  }: { env?: Record<string, string | undefined>; cwd?: string; timeout?: number } = {},
): Promise<Ended> {
  const [program, words] = /\.m?js$/.test(file) ? [process.execPath, [file, ...args]] : [file, args];
  return new Promise((resolve) => {
    const environment: NodeJS.ProcessEnv = { PATH: process.env.PATH, NODE_ENV: "production", ...env };
    const child = execFile(program, words, { cwd, env: environment, timeout }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    );
  });
}

/**
 * The merchant's command, such as `["importer", "liste.csv"]`.
 * @throws Error with what it printed, unless it ended with 0
 */
export async function runCommand(args: readonly string[], env: Record<string, string | undefined>): Promise<string> {
  const { status, stdout, stderr } = await runProgram("tools/shop.mjs", args, { env });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr || stdout}`);
  return stdout;
}
