import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";

/** The directions in which imports may run (docs/architecture.md). Types cost nothing and bind nothing: they may be shared. */

const app = join(import.meta.dirname, "../../app");

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(name)) yield path;
  }
}

/** Every value import as `room/…` for the shop's own, or the package's name. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const found = [...text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[\w*{}\s,$]+?\sfrom\s+)?["']([^"']+)["']/gm)].map(
    ([, from = ""]) => from,
  );
  return found.map((from) =>
    from.startsWith("~/") ? from.slice(2) : from.startsWith(".") ? relative(app, join(file, "..", from)) : from,
  );
}

const PACKAGES_OF_THE_DATABASE = ["kysely", "better-sqlite3", "pg"];

const forbidden: Record<string, string[]> = {
  "catalogue-import": ["components", "courier", "database", "routes", "server", "session", "shop", "settings.server"],
  pictures: ["courier", "database", "routes", "server", "session", "shop", "settings.server"],
  operator: [
    "components",
    "courier",
    "database",
    "routes",
    "server",
    "session",
    "shop/local",
    ...PACKAGES_OF_THE_DATABASE,
  ],
  domain: [
    "api",
    "catalogue-import",
    "operator",
    "pictures",
    "components",
    "courier",
    "database",
    "routes",
    "server",
    "session",
    "shop",
    "settings.server",
  ],
  components: [
    "api",
    "courier",
    "database",
    "page-cache",
    "routes",
    "server",
    "session",
    "shop/local",
    "shop/shop.server",
    "settings.server",
  ],
  routes: ["courier", "database", "page-cache", "shop/local", ...PACKAGES_OF_THE_DATABASE],
  api: [
    "components",
    "courier",
    "database",
    "routes",
    "server",
    "session",
    "shop",
    "settings.server",
    ...PACKAGES_OF_THE_DATABASE,
  ],
  session: [
    "api",
    "components",
    "courier",
    "database",
    "page-cache",
    "routes",
    "shop/local",
    ...PACKAGES_OF_THE_DATABASE,
  ],
  server: ["api", "components", "courier", "database", "page-cache", "routes", "shop", ...PACKAGES_OF_THE_DATABASE],
  // Rendered pages come to it from the whole application; of one page it knows nothing.
  "page-cache": ["api", "courier", "database", "routes", "shop/local", "settings.server", ...PACKAGES_OF_THE_DATABASE],
  shop: ["components", "page-cache", "routes", "server", "session"],
  mail: [
    "components",
    "courier",
    "database",
    "routes",
    "server",
    "session",
    "shop/local",
    "shop/shop.server",
    "settings.server",
    ...PACKAGES_OF_THE_DATABASE,
  ],
  courier: [
    "components",
    "database",
    "routes",
    "server",
    "session",
    "shop/local",
    "shop/shop.server",
    "settings.server",
    ...PACKAGES_OF_THE_DATABASE,
  ],
  database: ["components", "courier", "routes", "server", "session", "shop/local"],
};

describe("imports run downwards", () => {
  it.each(Object.keys(forbidden))("from %s", (room) => {
    const wrong: string[] = [];
    for (const file of sources(join(app, room)))
      for (const target of importsOf(file))
        if (forbidden[room]?.some((name) => target === name || target.startsWith(`${name}/`)))
          wrong.push(`${relative(app, file)} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it("the domain takes nothing from outside but zod, and a list of passwords", () => {
    const pure = ["zod", "zod/v4-mini", "@zxcvbn-ts/language-common"];
    const outside = [...sources(join(app, "domain"))].flatMap((file) =>
      importsOf(file).filter((target) => !target.startsWith("domain/") && !pure.includes(target)),
    );
    expect(outside).toEqual([]);
  });

  it("the list of passwords stays on the server: no form needs it", () => {
    const users = [...sources(join(app, "domain"))].filter((file) => importsOf(file).includes("domain/password"));
    expect(users).toEqual([]);
  });

  it("a migration knows nothing that will change", () => {
    const others = [...sources(join(app, "database/migrations"))].flatMap((file) =>
      importsOf(file).filter((target) => target !== "kysely" && target !== "database/migrations/columns"),
    );
    expect(others).toEqual([]);
  });

  it("sees the imports that it judges", () => {
    expect(importsOf(join(app, "entry.server.tsx"))).toContain("server/middleware.server");
  });
});

it("nothing runs what it was told: no code from a text, no program, no message of another window", () => {
  const running = /\beval\(|\bnew Function\(|child_process|node:vm|worker_threads|postMessage|Listener\("message"/;
  const wrong = [...sources(app)].filter((file) => running.test(readFileSync(file, "utf8")));
  expect(wrong).toEqual([]);
});

describe.each(["domain", "catalogue-import"])("%s is pure", (room) => {
  it("has no clock, no randomness and no I/O", () => {
    const impure = /\bDate\.now\(|new Date\(\)|Math\.random|node:|process\.|fetch\(/;
    const wrong = [...sources(join(app, room))].filter((file) => impure.test(readFileSync(file, "utf8")));
    expect(wrong).toEqual([]);
  });
});

/** The last versions that fit Remix 2 and Node 20. */
const FITTING: Record<string, string> = {
  "@remix-run/dev": "2.17.5",
  "@remix-run/node": "2.17.5",
  "@remix-run/react": "2.17.5",
  "@remix-run/route-config": "2.17.5",
  "@remix-run/serve": "2.17.5",
  react: "18.3.",
  "react-dom": "18.3.",
  vite: "6.",
  typescript: "5.",
  tailwindcss: "3.4.",
  vitest: "3.",
  "remix-themes": "1.6.1",
  "remix-toast": "1.2.2",
  "better-sqlite3": "12.",
  kysely: "0.28.",
};

it("every version is pinned, and fits Remix's last release (T-1)", () => {
  const { dependencies, devDependencies, overrides } = JSON.parse(
    readFileSync(join(app, "../package.json"), "utf8"),
  ) as Record<string, Record<string, string>>;
  const versions = { ...dependencies, ...devDependencies };
  const loose = Object.entries({ ...versions, ...overrides }).filter(
    ([, version]) => !/^\d+(\.\d+){2}(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
  expect(Object.keys(FITTING).filter((name) => !versions[name]?.startsWith(FITTING[name] ?? ""))).toEqual([]);
});
