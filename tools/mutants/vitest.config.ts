import { defineConfig } from "vitest/config";

/** The tests that look for mutants: rules, and the shop on one database (`ENGINES`). */

const SHOP =
  "orders,open-orders,carts,races,office,guests,tracking,reviews,stock-alerts,accounts,access,wishlist,refinement";

process.env.ENGINES ??= "SQLite";

export default defineConfig({
  resolve: { alias: [{ find: "~", replacement: `${import.meta.dirname}/../../app` }] },
  test: {
    include: process.env.TESTS?.split(",") ?? ["tests/domain/**/*.test.ts", `tests/shop/{${SHOP}}.test.ts`],
    globalSetup: ["tests/support/setup/one-postgres.ts"],
    testTimeout: 20_000,
    hookTimeout: 120_000,
  },
});
