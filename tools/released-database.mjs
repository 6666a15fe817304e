import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { openSources } from "../tests/bench/sources.mjs";
import { root } from "./build.mjs";

/**
 * `npm version` calls it: gives the changelog's first list its number, and writes
 * tests/shop/released/VERSION.sql, a small shop on SQLite with one order, which every later version
 * has to open (tests/shop/upgrades.test.ts).
 */

const version = process.env.npm_package_version;
if (!version) throw new Error("Call it by npm: npm version minor.");
const target = join(root, "tests/shop/released", `${version}.sql`);
const changelog = join(root, "CHANGELOG.md");
const said = readFileSync(changelog, "utf8");
const UNRELEASED = "## Not yet released\n";
if (!said.includes(UNRELEASED)) throw new Error(`CHANGELOG.md has no "${UNRELEASED.trim()}".`);
/** The search index, which a start fills. */
const FILLED = ["product_words", "search_words", "product_index"];

const folder = mkdtempSync(join(tmpdir(), "released-"));
const file = join(folder, "shop.sqlite");
await fill();
const database = new Database(file);
database.pragma("foreign_keys = ON");
database.exec(`
  delete from one_time_tasks where name like 'search index%';
  delete from products where id not in (select product_id from order_lines);
`);
writeFileSync(target, dump());
database.close();
rmSync(folder, { recursive: true });
writeFileSync(changelog, said.replace(UNRELEASED, `## ${version}\n`));
console.info(target);

/** The demo's categories, and an order of two pairs. */
async function fill() {
  const sources = await openSources();
  const { openTestShop, requestFor } = await sources.load("tests/support/shop/test-shop.ts");
  const { shop, ...testShop } = await openTestShop({ file });
  const { variants, price } = await testShop.product([3, 0]);
  await shop.orders.place(await requestFor(shop, [{ variantId: variants[0], quantity: 2, price }]));
  await testShop.close();
  await sources.close();
}

/** Tables with their rows first, then what works on them: indexes, triggers. */
function dump() {
  const made = database.prepare("select type, name, sql from sqlite_master where sql is not null order by rowid").all();
  const ours = made.filter(({ name }) => !name.startsWith("sqlite_") && !name.startsWith("product_index_"));
  const isTable = ({ type }) => type === "table";
  const rows = ours.filter(isTable).flatMap(({ name }) => (FILLED.includes(name) ? [] : insertsInto(name)));
  const statements = [...ours.filter(isTable), ...rows, ...ours.filter((item) => !isTable(item))];
  return statements.map((item) => `${item.sql ?? item};\n`).join("");
}

function insertsInto(table) {
  const columns = database.prepare(`select name from pragma_table_info('${table}')`).pluck().all();
  const quoted = columns.map((name) => `quote("${name}")`).join(" || ', ' || ");
  const values = database.prepare(`select ${quoted} from "${table}"`).pluck().all();
  return values.map(
    (row) => `insert into "${table}" (${columns.map((name) => `"${name}"`).join(", ")}) values (${row})`,
  );
}
