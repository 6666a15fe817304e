import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "~/commands/run";
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
  const said: string[] = [];
  const ending = await run(["importer", file, "--sans-images", ...options], {
    shop: async () => shop,
    alerts: async () => shop.office,
    unsettled: async () => undefined,
    folder,
    dataDir: folder,
    now: () => new Date("2026-11-22T12:00:00Z"),
    say: (text) => said.push(text),
    officeUrl: "http://localhost:3000",
    readiness: async () => [],
    complain: (text) => said.push(text),
  });
  return { ending, text: said.join("\n").replace(/[\u00a0\u202f]/g, " ") };
}
