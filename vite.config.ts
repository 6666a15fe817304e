import { vitePlugin as remix } from "@remix-run/dev";
import autoprefixer from "autoprefixer";
import tailwindcss from "tailwindcss";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import remixOptions from "./remix.config.js";
import { manualChunks } from "./tools/vite/chunks";
import { licences } from "./tools/vite/licences";
import LongestFirst from "./tools/vite/longest-first";
import { noClientRoutes, officeRoot, oneStart, plainImports, reloadOnChange, smallText } from "./tools/vite/plugins";
import { prefetchedPaths } from "./tools/vite/prefetched-paths";
import { CSS_TARGET, physical, routeStyles } from "./tools/vite/route-styles";
import { filesWithOwnModules, UNIT_TESTS } from "./tools/vite/unit-tests";

/** How Vite builds and serves the shop, and how Vitest runs its tests. */

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

const isTesting = Boolean(process.env.VITEST);
const workers = Number(process.env.WORKERS ?? 2);
const ownModules = isTesting ? filesWithOwnModules() : [];
const inProject = (name: string, test: TestProjectInlineConfiguration["test"]) => ({
  extends: true as const,
  test: { name, ...test },
});

/** Small scripts in many files, which the server reads faster from its own; none holds a state. */
const BUNDLED = [
  /^@conform-to\//,
  /^zod/,
  ...["@asteasolutions/zod-to-openapi", "fresh", "kysely", "lru-cache", "negotiator", "remix-themes", "remix-toast"],
];

export default defineConfig(({ isSsrBuild }) => ({
  // Tests import single modules; routes and style sheets are tested in the built shop.
  plugins: isTesting
    ? []
    : [
        ...[oneStart, officeRoot, plainImports, prefetchedPaths, routeStyles(), smallText],
        ...[remix(remixOptions), noClientRoutes, reloadOnChange, licences({ isFirst: true })],
      ],
  resolve: {
    alias: [
      { find: "~", replacement: `${import.meta.dirname}/app` },
      // @conform-to/zod needs only functions that zod/v4-mini has as well: 2.7 KB less compressed
      // script.
      { find: /^zod\/v4$/, replacement: "zod/v4-mini" },
    ],
  },
  // In development these are bundled before the first page; found later, they would reload it.
  optimizeDeps: {
    noDiscovery: true,
    include: ["@conform-to/react", "@conform-to/zod/v4", "keen-slider", "react-dom", "zod/v4-mini"],
  },
  ssr: isSsrBuild ? { noExternal: BUNDLED } : {},
  // V8 keeps the server's source in memory: with a single character beyond Latin-1 twice as large.
  // Browsers get fields of classes as assignments: definitions need a helper in each script.
  esbuild: isSsrBuild ? { charset: "ascii" } : { tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } } },
  css: { postcss: { plugins: [tailwindcss(), autoprefixer(), physical] } },
  // Scripts for old phones; the server runs on Node 20.
  build: {
    target: isSsrBuild ? "node20" : "es2020",
    // remix-serve sends public/ itself, and what the build holds as unchanging for a year.
    copyPublicDir: false,
    assetsInlineLimit: 0,
    cssMinify: true,
    cssTarget: CSS_TARGET,
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
    // Chromium scrolls to a page's end for a second, which is as long as the default waits.
    expect: { poll: { timeout: 5_000 } },
    // Two cores. Suites that mostly wait for networks, mails or restarts get more workers
    // (tools/test.mjs); those that measure time do not.
    maxWorkers: workers,
    // Tinypool ends a worker that becomes idle above its minimum twice, which fails the whole run.
    minWorkers: workers,
    sequence: { sequencer: LongestFirst },
    // Starting a process and loading its modules takes a second, so files share both.
    poolOptions: { threads: { isolate: false }, forks: { isolate: false } },
    projects: [
      inProject("unit", { pool: "threads", include: UNIT_TESTS, exclude: ownModules }),
      inProject("apart", { include: ownModules, poolOptions: { forks: { isolate: true } } }),
      inProject("served", {
        include: ["tests/{shop,contract,journeys,conditions,remote,operating,lighthouse}/**/*.test.{ts,tsx}"],
        globalSetup: ["tests/support/setup/build-first.ts", "tests/support/setup/one-postgres.ts"],
        runner: "tools/vite/served-tests.ts",
      }),
    ],
  },
}));
