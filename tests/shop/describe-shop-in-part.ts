import { getCurrentSuite } from "vitest/suite";
import { isSweep } from "../support/setup/sweeps";
import { startShop } from "../support/shop/shop-server";
import { describeOverAnApi, describeSuiteHere, type Suite } from "./describe-shop";

/**
 * Tests of what a shop on an API does by the same code, in a database of its own, as any other
 * (`localStorefront`): over the API a sweep runs all, every other run those that stand for them.
 */

/** @param overAnApi which tests run there, by `someTests` of setup/sweeps.ts */
export function describeShopInPart(name: string, overAnApi: readonly string[] | undefined, suite: Suite): void {
  describeSuiteHere(name, suite);
  if (overAnApi?.length === 0) return;
  const part: Suite = (...given) => {
    suite(...given);
    if (overAnApi) keepOnly(overAnApi);
  };
  describeOverAnApi(`${name} over an API`, part, () => startShop());
}

/** Without an API's part: a sweep runs it all on a shop whose API is away. */
export function describeShopOnItsOwn(name: string, suite: Suite): void {
  describeSuiteHere(name, suite);
  if (isSweep) describeOverAnApi(`${name} over an API that is away`, suite, async () => undefined);
}

/** Takes all other tests out of the suite that is being declared. */
function keepOnly(beginnings: readonly string[]): void {
  const { tasks } = getCurrentSuite();
  const kept = tasks.filter(({ name }) => beginnings.some((beginning) => name.startsWith(beginning)));
  for (const beginning of beginnings)
    if (!kept.some(({ name }) => name.startsWith(beginning))) throw new Error(`No test is called "${beginning} …".`);
  tasks.splice(0, tasks.length, ...kept);
}
