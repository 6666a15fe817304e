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
    // Where a browser on a busy machine may miss its moment (tools/test.mjs). Never where a race would pass the third time.
    retry: Number(process.env.RETRIES ?? 0),
    include: ["tests/**/*.test.{ts,tsx}"],
  },
});
