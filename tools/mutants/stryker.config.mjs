import { availableParallelism } from "node:os";

/**
 * `npm run test:mutants`: breaks the core of the shop in every small way, one at a time, and names
 * what no test notices. All of it is a night's work; CONTRIBUTING.md says how to try a piece.
 */

const CORE = [
  "app/domain/**/*.ts",
  ...[
    ...["place-order", "orders", "order-*", "open-orders", "just-ordered", "office/*", "matching-variants"],
    ...["carts", "guests", "merge-guest", "stock", "sold-variants", "stock-alert*", "attempts", "loyalty"],
  ].map((name) => `app/shop/local/${name}.server.ts`),
  "app/shop/local/order-rows.ts",
  "app/database/stock-index.ts",
];

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  mutate: CORE,
  testRunner: "vitest",
  vitest: { configFile: "tools/mutants/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  // They are broken while modules load, so every test would have to run for each.
  ignoreStatic: true,
  concurrency: Number(process.env.WORKERS ?? availableParallelism()),
  timeoutMS: 20_000,
  // The tests together take five minutes on a busy machine, which is Stryker's own limit.
  dryRunTimeoutMinutes: 30,
  ignorePatterns: ["/build", "/data", "/.cache", "/docs"],
  tempDirName: ".cache/mutants",
  reporters: ["clear-text", "html", "json"],
  clearTextReporter: { allowColor: false, logTests: false, reportScoreTable: true },
  htmlReporter: { fileName: ".cache/mutants.html" },
  jsonReporter: { fileName: ".cache/mutants.json" },
};
