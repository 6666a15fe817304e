import { afterAll, beforeAll, describe, it } from "vitest";
import { type Backstage, type LocalBackstage, openBackstage } from "../support/backstage";
import { type Engine, postgres, sqlite } from "../support/databases";
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

/** Why something is tried on a shop's own database only. What is not here is tried over an API as well. */
const reasons = {
  backOffice: "the API has no back office: orders are moved on by whoever runs it",
  inside: "nothing can be hooked into, set or drawn in the API's process",
  loyalty: "the loyalty card is for accounts of the API's own (decision 034)",
  database: "about a database, whoever's shop it is",
};
export type Reason = keyof typeof reasons;

/** Declares a test that is left out over an API, where the report says why. */
export type HereOnly = (why: Reason, name: string, test: (here: Here) => Promise<void>) => void;

type Suite = (fixture: () => Anywhere, hereOnly: HereOnly) => void;

/** One server of each kind a test file, and one shop whose API is asked; each starts when it is needed. */
const files = sqlite();
const server = postgres();
let api: Promise<RunningShop> | undefined;
afterAll(async () => {
  await (await api)?.stop();
  for (const engine of [files, server]) await engine.stop();
});

/**
 * Declares the same tests for a shop on SQLite, on PostgreSQL, and on another shop's API. `suite` receives a getter because the shop is
 * opened when the tests run; one database serves all of them, and every test makes the products and visitors that it needs.
 *
 * The API is a shop of its own on SQLite, in a process of its own; the shop that asks it has its carts and accounts on PostgreSQL,
 * so that both engines take part and requests really overlap.
 */
export function describeShop(name: string, suite: Suite): void {
  describeHere(name, (fixture) => suite(fixture, (_, name, test) => it(name, () => test(fixture()))));
  describeOverAnApi(`${name} over an API`, suite, () => {
    api ??= startShop();
    return api;
  });
}

/** The same for what no API is asked for: it works while the API is away, and that is how it is tried. */
export function describeShopOnItsOwn(name: string, suite: Suite): void {
  describeHere(name, (fixture) => suite(fixture, (_, name, test) => it(name, () => test(fixture()))));
  describeOverAnApi(`${name} over an API that is away`, suite, async () => undefined);
}

/** Declares tests for both databases, and none over an API. */
export function describeShopHere(_why: Reason, name: string, suite: (fixture: () => Here) => void): void {
  describeHere(name, suite);
}

function describeHere(name: string, suite: (fixture: () => Here) => void): void {
  describe.each([files, server].map((engine) => [engine.name, engine] as const))(`${name} on %s`, (_, engine) => {
    const backstage = opened(async () => openBackstage(await engine.fresh()));
    suite(() => ({ where: "here", backstage: backstage(), engine }));
  });
}

function describeOverAnApi(name: string, suite: Suite, asked: () => Promise<RunningShop | undefined>): void {
  describe(name, () => {
    const backstage = opened(async () => openStorefront(await asked(), await server.fresh()));
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
