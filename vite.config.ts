import { vitePlugin as remix } from "@remix-run/dev";
import autoprefixer from "autoprefixer";
import tailwindcss from "tailwindcss";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import remixOptions from "./remix.config.js";
import { manualChunks } from "./tools/vite/chunks";
import LongestFirst from "./tools/vite/longest-first";
import { noClientRoutes, oneStart, plainImports, reloadOnChange, smallText } from "./tools/vite/plugins";
import { prefetchedPaths } from "./tools/vite/prefetched-paths";
import { filesWithOwnModules, UNIT_TESTS } from "./tools/vite/unit-tests";

/** How Vite builds and serves the shop, and how Vitest runs its tests. */

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

const isTesting = Boolean(process.env.VITEST);
const ownModules = isTesting ? filesWithOwnModules() : [];
const globalSetup = "tests/support/build-first.ts";
// Where a browser on a busy machine may miss its moment (tools/test.mjs). Never where a race would pass the third time.
const retry = Number(process.env.RETRIES ?? 0);
const testsIn = (folder: string) => [`tests/${folder}/**/*.test.{ts,tsx}`];
const inProject = (name: string, test: TestProjectInlineConfiguration["test"]) => ({
  extends: true as const,
  test: { name, ...test },
});

export default defineConfig(({ isSsrBuild }) => ({
  // Tests import modules as they are: routes and style sheets are tried in the shop that was built.
  plugins: isTesting
    ? []
    : [oneStart, plainImports, prefetchedPaths, smallText, remix(remixOptions), noClientRoutes, reloadOnChange],
  resolve: {
    alias: [
      { find: "~", replacement: `${import.meta.dirname}/app` },
      // @conform-to/zod takes four functions of zod/v4, which zod/v4-mini has as well: 2.7 KB less of compressed script.
      { find: /^zod\/v4$/, replacement: "zod/v4-mini" },
    ],
  },
  // In development: what the browser is given is prepared before the first page. Found later, it would load that page anew.
  optimizeDeps: {
    noDiscovery: true,
    include: ["@conform-to/react", "@conform-to/zod/v4", "keen-slider", "react-dom", "zod/v4-mini"],
  },
  css: { postcss: { plugins: [tailwindcss(), autoprefixer()] } },
  // Old phones get what they understand; the server is Node 20 and later.
  build: {
    target: isSsrBuild ? "node20" : "es2020",
    assetsInlineLimit: 0,
    cssMinify: true,
    modulePreload: false,
    rollupOptions: isSsrBuild
      ? {}
      : {
          // The framework's route scripts (noClientRoutes).
          onwarn: (warning, warn) => warning.code !== "EMPTY_BUNDLE" && warn(warning),
          output: { onlyExplicitManualChunks: true, manualChunks },
        },
  },
  test: {
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Chromium glides to a page's end for a second, which is how long is waited by default.
    expect: { poll: { timeout: 5_000 } },
    // Two cores. Where a good part of the time is waited (for slow networks, letters, shops that start again and scripts that
    // never come), more of them (tools/test.mjs) work on meanwhile; never where time itself is measured against a goal.
    maxWorkers: Number(process.env.WORKERS ?? 2),
    minWorkers: 1,
    sequence: { sequencer: LongestFirst },
    poolOptions: { threads: { isolate: false } },
    projects: [
      // To load modules and to begin processes takes longer than these tests: threads share both among files.
      inProject("unit", { pool: "threads", include: UNIT_TESTS, exclude: ownModules }),
      inProject("apart", { include: ownModules }),
      inProject("served", { include: testsIn("{shop,contract,operating}"), globalSetup }),
      inProject("browser", { include: testsIn("{journeys,lighthouse}"), globalSetup, retry }),
    ],
  },
}));
