import { afterAll, beforeAll, describe } from "vitest";
import { type Backstage, openBackstage } from "../support/backstage";
import { type Engine, engines } from "../support/databases";

export interface Fixture {
  backstage: Backstage;
  engine: Engine;
}

/** One server of each kind a test file. */
const ofThisFile = engines();
afterAll(async () => {
  for (const engine of ofThisFile) await engine.stop();
});

/**
 * Declares the same tests for every engine. `suite` receives a getter because the shop is opened when the tests run; one
 * database serves all of them, and every test makes the products and visitors that it needs.
 */
export function describeShop(name: string, suite: (fixture: () => Fixture) => void): void {
  describe.each(ofThisFile.map((engine) => [engine.name, engine] as const))(`${name} on %s`, (_, engine) => {
    let backstage: Backstage | undefined;
    beforeAll(async () => {
      backstage = await openBackstage(await engine.fresh());
    });
    afterAll(async () => {
      await backstage?.close();
    });
    suite(() => {
      if (!backstage) throw new Error("The shop is not open yet.");
      return { backstage, engine };
    });
  });
}
