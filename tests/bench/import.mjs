import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileIn, fill, query } from "./catalogue.mjs";
import { print, table, verdict, whole } from "./report.mjs";
import { temporaryFolder } from "./servers.mjs";

/** Another shop's list, taken in by the merchant's command: how long, and in how much memory. */

const command = fileURLToPath(new URL("../../tools/shop.mjs", import.meta.url));
const TO_REACH = { seconds: 300, mebibytes: 300 };
const COLORS = ["Noir", "Blanc"];
const SIZES = [38, 39, 40, 41, 42];

/** @param {() => Promise<string> | undefined} newDatabase on PostgreSQL; without it SQLite */
export async function importSection({ sources, quick, newDatabase, title }) {
  const products = quick ? 500 : 10_000;
  const dataDir = temporaryFolder();
  const url = await newDatabase?.();
  const address = url ? { url } : { file: fileIn(dataDir) };
  await fill(sources, address, 0);
  const file = join(dataDir, "list.csv");
  writeFileSync(file, listOf(products));
  const stored = async () => {
    const [row] = await query(address, "select count(*) as n from products where source = 'shopify'");
    return Number(row.n);
  };
  const run = async (stopAfter) => imported({ dataDir, file, url, stopAfter });
  const whileHalf = async () => (await stored()) >= products / 2;
  const runs = [
    ["the first half, then Ctrl-C", await run(whileHalf)],
    ["begun again", await run()],
    ["once more, nothing new", await run()],
  ];
  if (runs.some(([, { code }], index) => code !== (index === 0 ? "SIGINT" : 0)) || (await stored()) !== products)
    throw new Error(`Not all was imported: ${JSON.stringify(runs)}, ${await stored()} products.`);
  print(`### ${title}: ${whole(products)} products, ${whole(products * COLORS.length * SIZES.length)} variants\n`);
  table(
    ["importing a list", "seconds", "memory at most"],
    runs.map(([label, { seconds, mebibytes }]) => [label, whole(seconds), `${whole(mebibytes)} MiB`]),
  );
  const [half, rest] = runs.map(([, result]) => result);
  const seconds = half.seconds + rest.seconds;
  const mebibytes = Math.max(...runs.map(([, result]) => result.mebibytes));
  print(
    `To reach: ${whole(TO_REACH.seconds)} s for both halves (${verdict(seconds <= TO_REACH.seconds)}: ` +
      `${whole(seconds)} s), ${whole(TO_REACH.mebibytes)} MiB (${verdict(mebibytes <= TO_REACH.mebibytes)}: ` +
      `${whole(mebibytes)} MiB).\n`,
  );
}

/** @param stopAfter asked every half second; then it is interrupted as from a terminal */
async function imported({ dataDir, file, url, stopAfter }) {
  const begun = performance.now();
  const child = spawn(process.execPath, [command, "importer", file, "--sans-images"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      ...(url ? { DATABASE_URL: url } : {}),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let isRunning = true;
  const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code)));
  const watched = ended.finally(() => {
    isRunning = false;
  });
  let mebibytes = 0;
  while (isRunning) {
    await Promise.race([watched, new Promise((resolve) => setTimeout(resolve, 500))]);
    mebibytes = Math.max(mebibytes, peakOf(child.pid));
    if (isRunning && (await stopAfter?.())) child.kill("SIGINT");
  }
  return { code: await ended, seconds: (performance.now() - begun) / 1_000, mebibytes };
}

/** The largest resident memory, as the system counts it; 0 after the process has ended. */
function peakOf(pid) {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

function listOf(products) {
  const lines = [
    "Handle,Title,Body (HTML),Vendor,Type,Tags,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Barcode,Variant Inventory Qty,Variant Price",
  ];
  for (let number = 0; number < products; number += 1)
    for (const [index, [color, size]] of COLORS.flatMap((color) => SIZES.map((size) => [color, size])).entries()) {
      const own = [
        `Modèle ${number}`,
        "<p>Dessus en cuir, semelle souple.</p>",
        `Marque ${number % 40}`,
        "Femme > Sandales",
        "cuir, été",
        "Couleur",
      ];
      const first = index === 0 ? own : ["", "", "", "", "", ""];
      const text = [...first, color, index === 0 ? "Pointure EU" : "", size];
      const codes = [`M-${number}-${index}`, String(3_600_000_000_000 + number * 10 + index), 3, 4_500];
      lines.push([`modele-${number}`, ...text, ...codes].map((cell) => `"${cell}"`).join(","));
    }
  return lines.join("\n");
}
