import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Unit tests need no server, and most of them can share what they import. */

const root = join(import.meta.dirname, "../..");
const FOLDERS = ["tests/domain", "tests/catalogue-import", "tests/components", "tests/server", "tests/source"];
/** Replaces a module, the environment that modules read, or the clock. */
const REPLACES = /\bvi\.(mock|doMock|hoisted|stub\w+|useFakeTimers|setSystemTime)\(|process\.env\.\w+ = /;

export const UNIT_TESTS = FOLDERS.map((folder) => `${folder}/**/*.test.{ts,tsx}`);

/** @returns the files that load every module for themselves, because they replace some */
export function filesWithOwnModules(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  ).filter((file) => /\.test\.tsx?$/.test(file) && REPLACES.test(readFileSync(join(root, file), "utf8")));
}
