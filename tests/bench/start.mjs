import { median, print, table, verdict, whole } from "./report.mjs";
import { startShop, temporaryFolder } from "./servers.mjs";

/** Milliseconds from the start to the end of the first home page. */

const TO_REACH = 1_500;

/** @param {() => Promise<string> | undefined} newDatabase on PostgreSQL; without it SQLite */
export async function startSection({ quick, newDatabase, title }) {
  const first = [];
  const again = [];
  for (let turn = 0; turn < (quick ? 2 : 5); turn += 1) {
    const dataDir = temporaryFolder();
    const url = await newDatabase?.();
    const env = url ? { DATABASE_URL: url } : {};
    for (const times of [first, again]) {
      const shop = await startShop({ dataDir, env });
      times.push(shop.answeredAfter);
      await shop.stop();
    }
  }
  print(`### ${title}\n`);
  const row = (label, times) => [
    label,
    ...[Math.min(...times), median(times), Math.max(...times)].map((time) => `${whole(time)} ms`),
  ];
  table(
    ["start, to the first page", "shortest", "median", "longest"],
    [row("a shop that was started before", again), row("an empty folder: tables, demo catalogue", first)],
  );
  print(
    `To reach, once started before: ${whole(TO_REACH)} ms (${verdict(median(again) <= TO_REACH)}: ` +
      `${whole(median(again))} ms).\n`,
  );
}
