import { expectStatuses, run, runOne } from "./load.mjs";
import { median } from "./report.mjs";
import { recordAnswer } from "./servers.mjs";

/** The shop and the bare server alternate within seconds, so other work meets both. */

/** One turn, with the milliseconds of processor time for a request. */
export async function measured(server, stream) {
  const before = server.cpu();
  const result = await runOne(server.port, stream);
  return { ...result, cpu: spent(server, before) / result.requests };
}

const spent = (server, before) => (before === undefined ? Number.NaN : server.cpu() - before);

/**
 * Repeats a request to the shop, and to a bare server with the same bytes and headers. `writes` run
 * during the shop's turns and count as its processor time.
 * @param {{ turns: number, seconds: number, writes?: { during: Function, done: Function } }} how
 * @returns medians of both, and of each turn's ratio of their rates
 */
export async function compare({ path, headers, stream }, { shop, bare }, { turns, seconds, writes }) {
  await runOne(shop.port, { ...stream, seconds: seconds / 2 });
  // The last answer counts: the first ones may be compressed in another way.
  await bare.give({ [path]: await recordAnswer(shop.port, path, headers) });
  await runOne(bare.port, { ...stream, seconds: seconds / 2 });
  const results = { shop: [], bare: [] };
  for (let turn = 0; turn < turns; turn += 1) {
    results.shop.push(await turnOfShop(shop, { ...stream, seconds }, writes));
    results.bare.push(await measured(bare, { ...stream, seconds }));
  }
  return {
    shop: medians(results.shop),
    bare: medians(results.bare),
    share: median(results.shop.map(({ rate }, turn) => rate / results.bare[turn].rate)),
  };
}

async function turnOfShop(shop, stream, writes) {
  if (!writes) return measured(shop, stream);
  const before = shop.cpu();
  const [read, ...written] = await run(shop.port, [{ name: "Reading", ...stream }, ...writes.during(stream.seconds)]);
  expectStatuses(read, [200]);
  writes.done(written);
  return { ...read, cpu: spent(shop, before) / read.requests };
}

const medians = (turns) =>
  Object.fromEntries(
    ["rate", "p50", "p99", "cpu", "bytes", "generator"].map((name) => [name, median(turns.map((turn) => turn[name]))]),
  );
