import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Those that take longest, by experience. They begin first: one that begins last keeps one core waiting for the other. */
const LONGEST = [
  "tests/journeys/torn-pages.test.ts",
  "tests/journeys/states-hydrated.test.ts",
  "tests/journeys/broken-scripts.test.ts",
  "tests/journeys/four-ways.test.ts",
  "tests/journeys/states-served.test.ts",
  "tests/operating/kill.test.ts",
  "tests/journeys/cart.test.ts",
  "tests/journeys/home.test.ts",
  "tests/journeys/delivery-form.test.ts",
  "tests/shop/kill.test.ts",
  "tests/operating/crowd.test.ts",
  "tests/journeys/product.test.ts",
  "tests/contract/contact.test.ts",
].map((file) => at(`../${file}`));

const gone = LONGEST.filter((file) => !existsSync(file));
if (gone.length > 0) throw new Error(`No longer among the tests: ${gone.join(", ")}`);

/** Where a file is not in the list it is as long as Vitest thinks: by its size, or by what it took here before. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = files.filter(({ moduleId }) => LONGEST.includes(moduleId));
    const others = files.filter((file) => !known.includes(file));
    known.sort((a, b) => LONGEST.indexOf(a.moduleId) - LONGEST.indexOf(b.moduleId));
    return [...known, ...(await super.sort(others))];
  }
}

export default defineConfig({
  root: at(".."),
  resolve: { alias: { "~": at("../app") } },
  test: {
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Chromium glides to a page's end for a second, which is how long is waited by default.
    expect: { poll: { timeout: 5_000 } },
    // Two cores. Where a good part of the time is waited (for slow networks, letters, shops that start again and scripts that
    // never come), a third one (tools/test.mjs) works on meanwhile; never where time itself is measured against a goal.
    maxWorkers: Number(process.env.WORKERS ?? 2),
    minWorkers: 1,
    // Where a browser on a busy machine may miss its moment (tools/test.mjs). Never where a race would pass the third time.
    retry: Number(process.env.RETRIES ?? 0),
    sequence: { sequencer: LongestFirst },
    include: ["tests/**/*.test.{ts,tsx}"],
  },
});
