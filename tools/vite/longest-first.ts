import { existsSync } from "node:fs";
import { join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = join(import.meta.dirname, "../..");

/** The slowest files, which begin first: one that begins last keeps one core waiting. */
const LONGEST = [
  "tests/conditions/states.test.ts",
  "tests/operating/large-search.test.ts",
  "tests/journeys/home.test.ts",
  "tests/conditions/four-ways.test.ts",
  "tests/operating/kill.test.ts",
  "tests/conditions/torn-pages.test.ts",
  "tests/journeys/listing.test.ts",
  "tests/shop/races.test.ts",
  "tests/conditions/broken-scripts.test.ts",
  "tests/journeys/add-in-place.test.ts",
  "tests/remote/pages.test.ts",
  "tests/conditions/flaky-line.test.ts",
  "tests/conditions/line-down.test.ts",
  "tests/conditions/waiting-order.test.ts",
  "tests/conditions/office-states.test.ts",
  "tests/remote/foreign-api.test.ts",
  "tests/conditions/office-day.test.ts",
  "tests/journeys/gallery.test.ts",
  "tests/remote/unsettled.test.ts",
].map((file) => join(root, file));

/** Begins last, when few others run: its orders have to be taken within a minute. */
const TIMED = join(root, "tests/operating/crowd.test.ts");

/**
 * Orders files that are not in the list as Vitest does, by size or former duration, but mixes those
 * with a browser, which keep a core busy, and those without, which wait half of the time.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = [...LONGEST, TIMED].filter((file) => !existsSync(file));
    if (gone.length > 0) throw new Error(`No longer among the tests: ${gone.join(", ")}`);
    const known = files.filter(({ moduleId }) => LONGEST.includes(moduleId));
    const timed = files.filter(({ moduleId }) => moduleId === TIMED);
    const others = files.filter((file) => !known.includes(file) && !timed.includes(file));
    known.sort((a, b) => LONGEST.indexOf(a.moduleId) - LONGEST.indexOf(b.moduleId));
    return [...known, ...mixed(await super.sort(others)), ...timed];
  }
}

/** Spreads files with and without a browser evenly over the whole, each kind in its own order. */
function mixed(files: TestSpecification[]): TestSpecification[] {
  const kinds = [true, false].map((isBrowser) =>
    files.filter(({ moduleId }) => /\/tests\/(journeys|conditions|remote\/journeys)/.test(moduleId) === isBrowser),
  );
  return kinds
    .flatMap((kind) => kind.map((file, index) => ({ file, at: (index + 0.5) / kind.length })))
    .sort((a, b) => a.at - b.at)
    .map(({ file }) => file);
}
