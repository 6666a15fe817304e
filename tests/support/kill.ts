import { setTimeout as wait } from "node:timers/promises";
import type { Child } from "./children";

export interface Killed {
  /** All output lines of the killed processes, such as numbers of acknowledged orders. */
  lines: string[];
  times: number;
}

/**
 * Starts a process repeatedly and kills it each time (SIGKILL), between `from` and `to`
 * milliseconds after it wrote `ready`.
 */
export async function killRepeatedly(
  start: () => Child,
  { times, from, to }: { times: number; from: number; to: number },
): Promise<Killed> {
  const lines: string[] = [];
  for (let time = 0; time < times; time += 1) {
    const child = start();
    await child.waitForLine("ready");
    await wait(from + Math.random() * (to - from));
    child.kill();
    const { signal } = await child.ended;
    if (signal !== "SIGKILL") throw new Error(`The process ended by itself: ${child.lines.slice(-3).join(", ")}`);
    lines.push(...child.lines.filter((line) => line !== "ready"));
  }
  return { lines, times };
}
