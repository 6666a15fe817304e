import { defineConfig } from "vitest/config";

/** The tests that look for mutants: rules, and the shop on one database (`ENGINES`). */

const SHOP = [
  ...["orders", "just-ordered", "open-orders", "stock", "parcels*", "carts", "races", "guests", "tracking"],
  ...["accounts", "access", "wishlist", "reviews", "stock-alerts", "refinement", "office", "office-*"],
];

process.env.ENGINES ??= "SQLite";

export default defineConfig({
  resolve: { alias: [{ find: "~", replacement: `${import.meta.dirname}/../../app` }] },
  test: {
    include: process.env.TESTS?.split(",") ?? ["tests/domain/**/*.test.ts", `tests/shop/{${SHOP.join()}}.test.ts`],
    // It starts the built shop, which has no mutants.
    exclude: ["tests/shop/office-histories.test.ts"],
    globalSetup: ["tests/support/setup/one-postgres.ts"],
    testTimeout: 20_000,
    hookTimeout: 120_000,
  },
});
