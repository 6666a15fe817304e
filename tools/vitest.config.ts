import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at(".."),
  resolve: { alias: { "~": at("../app") } },
  test: {
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores: more workers than that only make timing tests lie.
    maxWorkers: 2,
    minWorkers: 1,
    // A browser on a busy machine may miss its moment; what is wrong stays wrong the third time.
    retry: process.env.CHROMIUM_PATH ? 2 : 0,
    include: ["tests/**/*.test.{ts,tsx}"],
  },
});
