import { relative } from "node:path";
import type { TestProject } from "vitest/node";
import { buildWhenNeeded, root } from "../../tools/build.mjs";

/** Before the first test: where one of those that are asked for serves the shop, the shop is built from the sources of now. */
export default function setup({ vitest }: TestProject): void {
  const files = vitest.state.getPaths().map((file) => relative(root, file));
  const isServed = files.some((file) => !/^tests\/(domain|components)\//.test(file));
  if (isServed && !buildWhenNeeded()) throw new Error("The shop could not be built: see the lines above.");
}
