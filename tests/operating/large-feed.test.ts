import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { describe, expect, it, vi } from "vitest";
import { covering, isSweep } from "../support/setup/sweeps";
import { servedShop } from "../support/shop/served-shop";
import { inDatabase } from "../support/shop/stored";

/** The product feed of a large catalogue: as long as it is, the shop holds little of it at once. */

const PRODUCTS = isSweep ? 100_000 : 5_000;
const VARIANTS = 6;
const ENCODINGS = covering(["gzip", "br", "identity"], ["gzip"]);
const MEMORY = 64 * 1024;

/** Linux alone tells how much memory a process had at most, and forgets it when asked to. */
const isTold = existsSync("/proc/self/clear_refs");

describe.skipIf(!isTold)(`a feed of ${PRODUCTS} products`, { timeout: isSweep ? 1_800_000 : 120_000 }, () => {
  // What the feed holds is measured, not garbage: young objects get half the room that `npm start`
  // gives them, which is 12 MB less. Without the second bound, garbage of a new process grows to
  // some 80 MB before V8 collects it for the first time; the shop itself needs 34 MB.
  const shop = servedShop({ env: { NODE_OPTIONS: "--max-semi-space-size=4 --max-old-space-size=64" } });

  const memory = (name: "VmRSS" | "VmHWM") =>
    Number(new RegExp(`${name}:\\s*(\\d+) kB`).exec(readFileSync(`/proc/${shop.pid}/status`, "utf8"))?.[1]);

  /** Those that the shop has open. */
  function namelessFiles(): number {
    const folder = `/proc/${shop.pid}/fd`;
    const targets = readdirSync(folder).map((name) => readlinkSync(join(folder, name)));
    return targets.filter((target) => target.startsWith(shop.dataDir) && target.endsWith("(deleted)")).length;
  }

  /** Copies of the demonstration's, which no search has to find. @returns the number of variants */
  function fill(): number {
    return inDatabase(shop, (database) => {
      database.pragma("synchronous = off");
      const columnsOf = (table: string) =>
        database.prepare<[], string>(`select name from pragma_table_info('${table}')`).pluck().all();
      const copy = (table: string, renamed: string[], condition: string) => {
        const columns = columnsOf(table);
        const values = columns.map((name) => (renamed.includes(name) ? `${name} || '-' || number` : name));
        return `with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < ?)
          insert into ${table} (${columns}) select ${values} from ${table} cross join numbers where ${condition}`;
      };
      const count = (table: string) => Number(database.prepare(`select count(*) from ${table}`).pluck().get());
      const copies = Math.ceil(PRODUCTS / count("products"));
      // From the beginning: what reads first and then writes fails where the shop wrote in between.
      database
        .transaction(() => {
          database.prepare(copy("products", ["id", "slug", "sku"], "true")).run(copies);
          database.prepare(copy("variants", ["id", "product_id", "sku"], `position < ${VARIANTS}`)).run(copies);
        })
        .immediate();
      expect(count("products")).toBeGreaterThanOrEqual(PRODUCTS);
      return count("variants");
    });
  }

  const countedProducts = () =>
    inDatabase(shop, (database) =>
      Number.parseInt(
        database.prepare<[], string>("select stat from sqlite_stat1 where idx = 'products_newest'").pluck().get() ?? "",
        10,
      ),
    );

  it("is whole, and takes less than 64 MiB more memory, whichever way it is encoded", async () => {
    // What every shop loads with its first pages.
    for (const path of ["/", "/shop", "/product/boston-santa-cruz"]) await (await fetch(shop.url + path)).text();
    const variants = fill();
    // By then the shop has told its planner how many there are; with few they matter little.
    if (isSweep)
      await vi.waitFor(() => expect(countedProducts()).toBeGreaterThan(PRODUCTS), { timeout: 90_000, interval: 1_000 });
    const before = memory("VmRSS");
    writeFileSync(`/proc/${shop.pid}/clear_refs`, "5");
    for (const encoding of ENCODINGS) {
      // A reader that leaves in the middle harms neither the feed nor the shop.
      const leaving = await fetch(`${shop.url}/flux/produits.xml`, { headers: { "accept-encoding": encoding } });
      const reader = leaving.body?.getReader();
      await reader?.read();
      await reader?.cancel();
      const began = performance.now();
      const answer = await fetch(`${shop.url}/flux/produits.xml`, { headers: { "accept-encoding": encoding } });
      let items = 0;
      let bytes = 0;
      let rest = "";
      for await (const chunk of Readable.fromWeb(answer.body as ReadableStream<Uint8Array>)) {
        const parts = (rest + Buffer.from(chunk).toString("latin1")).split("</item>");
        items += parts.length - 1;
        rest = parts.at(-1) ?? "";
        bytes += chunk.byteLength;
      }
      const peak = memory("VmHWM") - before;
      console.info(
        `${encoding}: ${items} items, ${Math.round(bytes / 2 ** 20)} MiB, ${Math.round(performance.now() - began)} ms,`,
        `${(peak / 1024).toFixed(1)} MiB more memory at most`,
      );
      expect(items).toBe(variants);
      expect(rest).toBe("\n</channel>\n</rss>\n");
      expect(peak, encoding).toBeLessThan(MEMORY);
    }
    // For the next readers; each of those had it open as well.
    expect(namelessFiles()).toBe(ENCODINGS.filter((encoding) => encoding !== "identity").length);
  });
});
