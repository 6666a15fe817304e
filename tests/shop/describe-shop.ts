import { afterAll, beforeAll, describe, it } from "vitest";
import { type Backstage, type LocalBackstage, openBackstage } from "../support/backstage";
import { type Engine, engines, postgres } from "../support/databases";
import { type RunningShop, startShop } from "../support/shop-server";
import { openStorefront } from "../support/storefront";

/** A shop on its own database. */
export interface Here {
  where: "here";
  backstage: LocalBackstage;
  engine: Engine;
}

/** A shop on its own database, or one that speaks to another over HTTP. */
export type Anywhere = Here | { where: "over an API"; backstage: Backstage };

/** Why a test runs on a shop's own database only; all others run over an API as well. */
const reasons = {
  backOffice: "the API has no back office: orders are moved on by whoever runs it",
  inside: "nothing can be hooked into, set or drawn in the API's process",
  loyalty: "the loyalty card is for accounts of the API's own (decision 034)",
  database: "about a database, whoever's shop it is",
};
export type Reason = keyof typeof reasons;

/** Declares a test that is skipped over an API, for a reason that the report shows. */
export type HereOnly = (why: Reason, name: string, test: (here: Here) => Promise<void>) => void;

type Suite = (fixture: () => Anywhere, hereOnly: HereOnly) => void;

/**
 * Declares the same tests on SQLite, on PostgreSQL, and on another shop's API, a process on SQLite.
 * `suite` receives getters, as shops open when the tests run. One database serves all tests.
 */
export function describeShop(name: string, suite: Suite): void {
  describeHere(name, (fixture) => suite(fixture, (_, name, test) => it(name, () => test(fixture()))));
  describeOverAnApi(`${name} over an API`, suite, () => startShop());
}

/** The same without an API's part; the shop on an API is tested while that is away. */
export function describeShopOnItsOwn(name: string, suite: Suite): void {
  describeHere(name, (fixture) => suite(fixture, (_, name, test) => it(name, () => test(fixture()))));
  describeOverAnApi(`${name} over an API that is away`, suite, async () => undefined);
}

/** Declares tests for both databases, and none over an API. */
export function describeShopHere(_why: Reason, name: string, suite: (fixture: () => Here) => void): void {
  describeHere(name, suite);
}

function describeHere(name: string, suite: (fixture: () => Here) => void): void {
  describe.each(engines().map((engine) => [engine.name, engine] as const))(`${name} on %s`, (_, engine) => {
    afterAll(() => engine.stop());
    const backstage = opened(async () => openBackstage(await engine.fresh()));
    suite(() => ({ where: "here", backstage: backstage(), engine }));
  });
}

function describeOverAnApi(name: string, suite: Suite, asked: () => Promise<RunningShop | undefined>): void {
  describe(name, () => {
    const engine = postgres();
    let api: RunningShop | undefined;
    afterAll(async () => {
      await api?.stop();
      await engine.stop();
    });
    const backstage = opened(async () => {
      api = await asked();
      return openStorefront(api, await engine.fresh());
    });
    suite(
      () => ({ where: "over an API", backstage: backstage() }),
      (why, name) => it.skip(`${name} (here only: ${reasons[why]})`),
    );
  });
}

function opened<Opened extends Backstage>(open: () => Promise<Opened>): () => Opened {
  let backstage: Opened | undefined;
  beforeAll(async () => {
    backstage = await open();
  });
  afterAll(() => backstage?.close());
  return () => {
    if (!backstage) throw new Error("The shop is not open yet.");
    return backstage;
  };
}
