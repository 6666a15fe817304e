import { relative } from "node:path";
import type { TestProject } from "vitest/node";
import { buildWhenNeeded, root } from "../../../tools/build.mjs";

const SERVED = /^tests\/(shop|contract|journeys|conditions|remote|operating|lighthouse)\//;

/** Builds the shop from its present sources when one of the chosen files serves it. */
export default function setup({ vitest }: TestProject): void {
  const files = vitest.state.getPaths().map((file) => relative(root, file));
  const isServed = files.some((file) => SERVED.test(file));
  if (isServed && !buildWhenNeeded()) throw new Error("The shop could not be built: see the lines above.");
}
