import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";

/** Which imports are allowed (docs/architecture.md), of types as of values. */

const app = join(import.meta.dirname, "../../app");

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(name)) yield path;
  }
}

/** Every import as `folder/…` for the shop's own, or the package's name. */
function importsOf(file: string, { withTypes = true } = {}): string[] {
  const text = readFileSync(file, "utf8");
  const imports = text.matchAll(/^(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\sfrom\s+)?["']([^"']+)["']/gm);
  const found = [...imports].flatMap(([, type, from = ""]) => (type && !withTypes ? [] : [from]));
  return found.map((from) =>
    from.startsWith("~/") ? from.slice(2) : from.startsWith(".") ? relative(app, join(file, "..", from)) : from,
  );
}

/** What each part of app/ may import, from the bottom upwards: only parts above it in this list. */
const layers: Record<string, readonly string[]> = {
  domain: [],
  "route-handle": ["domain"],
  "poll-loop": [],
  "request-context.server": [],
  "private-files.server": [],
  "bounded-fetch.server": [],
  "catalogue-import": ["domain"],
  api: ["domain"],
  settings: ["private-files.server", "domain"],
  "settings.server": ["settings", "domain"],
  "readiness.server": ["settings.server", "domain"],

  // What the shop does, as interfaces: all types.
  "shop/services": ["domain"],
  "shop/workers": ["domain"],
  "shop/shop": ["shop/services", "shop/workers", "domain"],

  // Islands load what they need when they wake (registry.ts), by import().
  islands: [],
  components: ["islands", "shop/shop", "shop/services", "api", "route-handle", "domain", "styles.css?inline"],

  database: ["private-files.server", "domain"],
  "shop/translate-errors": ["shop/shop", "database"],
  courier: ["shop/workers", "shop/services", "bounded-fetch.server", "poll-loop", "domain"],
  mail: ["shop/workers", "poll-loop", "private-files.server", "domain"],
  // Cut-out pictures stand on the page's own white.
  pictures: ["bounded-fetch.server", "components", "domain"],
  "shop/periodic-tasks.server": ["shop/shop", "poll-loop", "domain"],
  "shop/local": [
    ...["shop/translate-errors", "shop/shop", "shop/workers", "shop/services"],
    ...["database", "courier", "domain"],
  ],
  "shop/remote": [
    ...["shop/local", "shop/translate-errors", "shop/shop", "shop/services"],
    ...["database", "courier", "pictures", "api"],
    ...["private-files.server", "bounded-fetch.server", "domain"],
  ],
  "shop/shop.server": [
    ...["shop/remote", "shop/local", "shop/periodic-tasks.server", "shop/shop"],
    ...["shop/services", "database", "courier", "mail", "domain"],
    ...["settings.server", "readiness.server", "request-context.server"],
  ],

  commands: [
    ...["shop/shop.server", "shop/shop", "shop/services", "catalogue-import", "pictures", "domain"],
    ...["settings.server", "readiness.server"],
  ],
  http: ["route-handle", "domain", "settings.server", "request-context.server"],
  forms: ["http", "route-handle", "domain"],
  tokens: ["forms", "shop/services", "domain", "settings.server"],
  session: [
    ...["tokens", "forms", "http", "shop/shop.server", "shop/shop", "shop/services", "domain"],
    ...["settings.server", "request-context.server"],
  ],
  "page-cache": [
    ...["session", "tokens", "forms", "http", "components", "shop/shop", "shop/services", "domain"],
    "request-context.server",
  ],
  "use-cases": [
    ...["session", "tokens", "forms", "http", "components", "shop/shop.server", "shop/shop", "shop/services"],
    ...["domain", "settings.server", "request-context.server"],
  ],
  routes: [
    ...["use-cases", "session", "tokens", "forms", "http", "components", "islands"],
    ...["shop/shop.server", "shop/shop", "shop/services", "api", "pictures", "route-handle", "domain"],
    ...["settings.server", "request-context.server"],
  ],
  root: ["session", "components", "request-context.server"],
  "entry.client": ["components", "islands"],
  // The back office in browsers, and its pages.
  "entry.office": ["components", "islands"],
  "office-client.server": [],
  "render-office.server": ["office-client.server", "http", "components"],
  "render-page.server": [
    "render-office.server",
    "page-cache",
    "session",
    "http",
    "components",
    "route-handle",
    "request-context.server",
  ],
  "entry.server": ["render-page.server", "page-cache", "http", "shop/shop.server", "settings.server"],
};

const layerOf = (path: string) =>
  (path.startsWith("shop/") ? path.split("/", 2).join("/") : path.split("/", 1)[0]) ?? "";
const files = [...sources(app)].map((file) => ({ file, path: relative(app, file).replace(/\.tsx?$/, "") }));
/** Imports of the shop's own; of packages there is nothing like `app/react`. */
const isOwn = (target: string) => Object.hasOwn(layers, layerOf(target)) || target === "styles.css?inline";

const renderers = ["render-page.server", "render-office.server"];

/** The folders that may use a package with a fixed purpose. */
const packages: [name: RegExp, layers: readonly string[]][] = [
  [/^(kysely|better-sqlite3|pg)$/, ["database", "shop/local", "shop/remote"]],
  [/^nodemailer/, ["mail"]],
  [/^sharp$/, ["pictures"]],
  [/^(remix-toast|remix-themes)/, ["session", "routes"]],
  [
    /^(react|react-dom)(\/|$)/,
    ["components", "islands", "routes", "root", "entry.client", "entry.office", ...renderers],
  ],
  [/^@remix-run\/react$/, ["components", "routes", "root", "entry.office", ...renderers]],
  [
    /^@remix-run\/node$/,
    ["tokens", "forms", "http", "session", "use-cases", "routes", "root", "office-client.server", ...renderers],
  ],
];

describe("imports run downwards", () => {
  it("in a list whose every line names lines above it only", () => {
    const names = Object.keys(layers);
    for (const [index, name] of names.entries())
      for (const target of layers[name] ?? [])
        if (!target.includes(".css")) expect(names.indexOf(target), `${name}: ${target}`).toBeLessThan(index);
  });

  it.each(Object.keys(layers))("from %s", (layer) => {
    const own = files.filter(({ path }) => layerOf(path) === layer);
    expect(own.length).toBeGreaterThan(0);
    const wrong = own.flatMap(({ file, path }) =>
      importsOf(file)
        .filter(isOwn)
        .filter((target) => layerOf(target) !== layer && !layers[layer]?.includes(layerOf(target)))
        .map((target) => `${path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("every file has its layer", () => {
    expect(files.filter(({ path }) => !Object.hasOwn(layers, layerOf(path))).map(({ path }) => path)).toEqual([]);
  });

  it.each(packages)("%s is used where it belongs", (name, allowed) => {
    const users = files.filter(({ file }) => importsOf(file, { withTypes: false }).some((target) => name.test(target)));
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter(({ path }) => !allowed.includes(layerOf(path))).map(({ path }) => path)).toEqual([]);
  });

  it("routes of one area take nothing from another's: what both need is further down", () => {
    const areaOf = (path: string) => /^routes\/([^/]+)\//.exec(path)?.[1];
    const wrong = files.flatMap(({ file, path }) =>
      importsOf(file)
        .filter((target) => areaOf(path) && areaOf(target) && areaOf(target) !== areaOf(path))
        .map((target) => `${path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("no files import each other, not even by way of others", () => {
    const targets = new Map(
      files.map(({ file, path }) => [path, importsOf(file).map((target) => target.replace(/\.tsx?$/, ""))]),
    );
    const done = new Set<string>();
    const circles: string[] = [];
    const follow = (path: string, way: readonly string[]) => {
      if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(" > "));
      if (way.includes(path) || done.has(path)) return;
      for (const target of targets.get(path) ?? []) follow(target, [...way, path]);
      done.add(path);
    };
    for (const path of targets.keys()) follow(path, []);
    expect(circles).toEqual([]);
  });

  it("the back office is for an area of its own, never for a page of the shop", () => {
    const users = files.filter(({ file }) => /^import .*\bgetOffice\b/m.test(readFileSync(file, "utf8")));
    expect(users.filter(({ path }) => !path.startsWith("routes/office/"))).toEqual([]);
  });

  it("nor are the sessions of staff, and what is theirs alone", () => {
    const own = ["session/staff.server", "session/passkeys.server", "session/shown-once.server"];
    const users = files.filter(
      ({ file }) =>
        importsOf(file).some((target) => own.includes(target)) ||
        /^import .*\bgetStaffService\b/m.test(readFileSync(file, "utf8")),
    );
    expect(users.length).toBeGreaterThan(5);
    expect(
      users.map(({ path }) => path).filter((path) => !path.startsWith("routes/office/") && !own.includes(path)),
    ).toEqual([]);
  });

  it("what shoppers load and see takes nothing of the back office", () => {
    const isOffice = (path: string) => /^(components|routes|domain|shop\/local)\/office\/|^session\/staff\./.test(path);
    const isShoppers = (path: string) =>
      /^(components|routes|islands|use-cases|page-cache|forms|tokens)\/|^entry\.client$/.test(path) && !isOffice(path);
    const found = files.flatMap(({ file, path }) =>
      importsOf(file)
        .filter((target) => isShoppers(path) && isOffice(target))
        .map((target) => `${path} imports ${target}`),
    );
    expect(found).toEqual([]);
    expect(files.filter(({ path }) => isOffice(path)).length).toBeGreaterThan(20);
  });

  it("the domain takes nothing from outside but zod, and a list of passwords", () => {
    const pure = ["zod", "zod/v4-mini", "@zxcvbn-ts/language-common"];
    const outside = [...sources(join(app, "domain"))].flatMap((file) =>
      importsOf(file).filter((target) => !target.startsWith("domain/") && !pure.includes(target)),
    );
    expect(outside).toEqual([]);
  });

  it("the list of passwords stays on the server: no form needs it", () => {
    const users = [...sources(join(app, "domain"))].filter((file) =>
      importsOf(file).includes("domain/account/password"),
    );
    expect(users).toEqual([]);
  });

  it("a migration knows nothing that will change", () => {
    const others = [...sources(join(app, "database/migrations"))].flatMap((file) =>
      importsOf(file).filter((target) => target !== "kysely" && !target.startsWith("database/migrations/")),
    );
    expect(others).toEqual([]);
  });

  it("sees the imports that it checks", () => {
    expect(importsOf(join(app, "entry.server.tsx"))).toContain("http/middleware.server");
  });
});

it("nothing runs what it was told: no code from a text, no program, no message of another window", () => {
  const running =
    /\beval\(|\bnew Function\(|child_process|node:vm|worker_threads|(?<!port2\.)postMessage|Listener\("message"/;
  const wrong = [...sources(app)].filter((file) => running.test(readFileSync(file, "utf8")));
  expect(wrong).toEqual([]);
});

it("no field cuts what is typed or pasted: its form keeps that, and says that it is too long", () => {
  const pages = [...sources(app)].filter((file) => !file.includes("/api/schemas/"));
  const wrong = pages.filter((file) =>
    /(?<!z\.)\bmaxlength\b/i.test(readFileSync(file, "utf8").replace("`maxlength`", "")),
  );
  expect(wrong).toEqual([]);
});

it("browsers keep every field but the trap for robots: Safari empties what is `off` without a word (R-3)", () => {
  const off = [...sources(app)].filter((file) => /autocomplete\W+off\b/i.test(readFileSync(file, "utf8")));
  expect(off.map((file) => relative(app, file))).toEqual(["components/forms/honeypot.tsx"]);
});

it("no field of the type hidden says what it holds: password managers read none, and take another", () => {
  const hidden = /<input(?=[^>]*type="hidden")[^>]*\bautoComplete=/;
  const wrong = [...sources(app)].filter((file) => hidden.test(readFileSync(file, "utf8")));
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
