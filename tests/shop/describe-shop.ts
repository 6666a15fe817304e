import { afterAll, beforeAll, describe, it } from "vitest";
import { describeOnEach, type Engine, postgres } from "../support/shop/databases";
import { type RunningShop, startShop } from "../support/shop/shop-server";
import { runIn } from "../support/shop/stored";
import { openStorefront } from "../support/shop/storefront";
import { type LocalTestShop, openTestShop, type TestShop } from "../support/shop/test-shop";

/** A shop on its own database. */
interface Here {
  where: "here";
  testShop: LocalTestShop;
  engine: Engine;
}

/** A shop on its own database, or one that speaks to another over HTTP. */
export type Anywhere = Here | { where: "over an API"; testShop: TestShop };

/** Why a test runs on a shop's own database only; all others also run over an API. */
const reasons = {
  backOffice: "the API has no back office: the shop behind it moves orders on",
  inside: "nothing can be hooked into, set or drawn in the API's process",
  loyalty: "the loyalty card is for accounts of the API's own (decision 034)",
  database: "about a database, on any shop",
};
type Reason = keyof typeof reasons;

/** Declares a test that is skipped over an API, for a reason that the report shows. */
type HereOnly = (why: Reason, name: string, test: (here: Here) => Promise<void>) => void;

export type Suite = (fixture: () => Anywhere, hereOnly: HereOnly) => void;

/**
 * Declares the same tests on SQLite, on PostgreSQL, and on another shop's API, a process on SQLite.
 * `suite` receives getters, as shops open when the tests run. One database serves all tests.
 */
export function describeShop(name: string, suite: Suite): void {
  describeSuiteHere(name, suite);
  describeOverAnApi(`${name} over an API`, suite, shopOfOneProduct);
}

/** A test's new product is read with the API's whole catalogue: so it sells one of the demo's. */
async function shopOfOneProduct(): Promise<RunningShop> {
  const api = await startShop();
  runIn(api, "update products set active = 0 where id not in (select min(id) from products)");
  return api;
}

/** Declares tests for both databases, and none over an API. */
export function describeShopHere(_why: Reason, name: string, suite: (fixture: () => Here) => void): void {
  describeHere(name, suite);
}

export function describeSuiteHere(name: string, suite: Suite): void {
  describeHere(name, (fixture) => suite(fixture, (_, name, test) => it(name, () => test(fixture()))));
}

function describeHere(name: string, suite: (fixture: () => Here) => void): void {
  describeOnEach(`${name} on %s`, (engine) => {
    const testShop = opened(async () => openTestShop(await engine.seeded()));
    suite(() => ({ where: "here", testShop: testShop(), engine }));
  });
}

/** @param asked starts the API; without one it is away */
export function describeOverAnApi(name: string, suite: Suite, asked: () => Promise<RunningShop | undefined>): void {
  // ENGINES names databases (npm test, npm run test:mutants); an API is another process.
  if (process.env.ENGINES) return;
  describe(name, () => {
    const engine = postgres();
    let api: RunningShop | undefined;
    afterAll(async () => {
      await api?.stop();
      await engine.stop();
    });
    const testShop = opened(async () => {
      api = await asked();
      return openStorefront(api, await engine.fresh());
    });
    suite(
      () => ({ where: "over an API", testShop: testShop() }),
      (why, name) => it.skip(`${name} (here only: ${reasons[why]})`),
    );
  });
}

function opened<Opened extends TestShop>(open: () => Promise<Opened>): () => Opened {
  let testShop: Opened | undefined;
  beforeAll(async () => {
    testShop = await open();
  });
  afterAll(() => testShop?.close());
  return () => {
    if (!testShop) throw new Error("The shop is not open yet.");
    return testShop;
  };
}
