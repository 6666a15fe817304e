import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandOf } from "./command";
import { id, type LocalTestShop } from "./test-shop";

/** The merchant's command `importer` in this process, without pictures. */
export async function importList(
  { shop }: Pick<LocalTestShop, "shop">,
  folder: string,
  bytes: string | Uint8Array,
  ...options: string[]
): Promise<{ ending: number; text: string }> {
  const file = join(folder, `${id("list")}.csv`);
  writeFileSync(file, bytes);
  const argv = ["importer", file, "--sans-images", ...options];
  return commandOf({ shop }, folder, argv, { now: () => new Date("2026-11-22T12:00:00Z") });
}
