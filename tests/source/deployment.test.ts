import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../../tools/build.mjs";
import { PACKAGES } from "../../tools/programs.mjs";
import { commandOf, copiesOf, dockerfile, type Stage, stagesOf } from "../support/documents/dockerfile";

/** The Dockerfile, compose.yaml and the CI workflow, as far as can be checked without a daemon. */

const read = (file: string) => readFileSync(join(root, file), "utf8");
const { engines, scripts } = JSON.parse(read("package.json")) as {
  engines: { node: string };
  scripts: Record<string, string>;
};
const stages = stagesOf(dockerfile());
const last: Stage = stages.at(-1) ?? { name: "", instructions: [] };

describe("the Dockerfile", () => {
  it("is well formed", () => {
    expect(validate(dockerfile())).toEqual([]);
    expect(validate("FROM node:24\nCOPPY a b\nCMD ['node']\n").length).toBeGreaterThan(1);
  });

  it("copies what there is, and what .dockerignore lets through", () => {
    const copied = stages.flatMap(copiesOf).filter(({ from }) => from === undefined);
    const sources = copied.flatMap(({ sources }) => sources);
    expect(sources).toContain("app");
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const allowed: string[] = read(".dockerignore").match(/^!.+$/gm) ?? [];
    expect(sources.filter((path) => !allowed.includes(`!${path.split("/")[0]}`))).toEqual([]);
    expect(allowed.filter((line) => !sources.some((path) => line === `!${path.split("/")[0]}`))).toEqual([]);
  });

  it("copies from stages that come before", () => {
    for (const [index, stage] of stages.entries())
      for (const { from } of copiesOf(stage))
        if (from) expect(stages.slice(0, index).map(({ name }) => name)).toContain(from);
  });

  it("starts the shop as `npm start` does, by nobody of importance", () => {
    expect(commandOf(last, "CMD").join(" ")).toBe(scripts.start);
    const words = last.instructions.map(({ word }) => word);
    expect(last.instructions[words.lastIndexOf("USER")]?.rest).toBe("node");
    expect(words.lastIndexOf("USER")).toBeLessThan(words.indexOf("CMD"));
    expect(words).toContain("HEALTHCHECK");
    expect(last.instructions).toContainEqual({ word: "VOLUME", rest: "/var/lib/shop" });
    expect(last.instructions.find(({ word }) => word === "ENV")?.rest).toContain("DATA_DIR=/var/lib/shop");
  });
});

interface Service {
  logging?: { options: Record<string, string> };
  environment: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, unknown>;
  networks?: Record<string, { ipv4_address: string }>;
}

describe("compose.yaml", () => {
  const { services, networks, volumes } = parse(read("compose.yaml")) as {
    services: Record<string, Service>;
    networks: Record<string, unknown>;
    volumes: Record<string, unknown>;
  };
  const settings = [...read("app/settings/environment.server.ts").matchAll(/^ {2}([A-Z_]+):/gm)].map(
    ([, name = ""]) => name,
  );

  it("names services, networks and volumes that there are", () => {
    expect(Object.keys(services).sort()).toEqual(["database", "nginx", "shop"]);
    for (const { depends_on = {}, networks: joined = {}, volumes: mounted = [] } of Object.values(services)) {
      for (const name of Object.keys(depends_on)) expect(Object.keys(services)).toContain(name);
      const nets = Array.isArray(joined) ? (joined as string[]) : Object.keys(joined);
      for (const name of nets) expect(Object.keys(networks)).toContain(name);
      for (const [source = ""] of mounted.map((mount) => mount.split(":"))) {
        // The merchant makes these two.
        const isOwn = ["./certificates", "./challenges"].includes(source);
        if (source.startsWith("./")) expect(isOwn || existsSync(join(root, source))).toBe(true);
        else expect(Object.keys(volumes)).toContain(source);
      }
    }
  });

  it("bounds what each container says, which would fill the disk", () => {
    for (const { logging } of Object.values(services)) expect(logging?.options["max-size"]).toBe("20m");
  });

  it("gives the shop settings that it has", () => {
    const given = Object.keys(services.shop?.environment ?? {});
    expect(given).toContain("DATABASE_URL");
    expect(given.filter((name) => !settings.includes(name))).toEqual([]);
  });

  it("opens the shop's port to nginx, whatever .env says", () => {
    expect(services.shop?.environment.HOST).toBe("0.0.0.0");
  });

  it("has the shop believe nginx, and nobody else", () => {
    expect(services.shop?.environment.TRUSTED_PROXIES).toBe(services.nginx?.networks?.inside?.ipv4_address);
  });

  it("sets all that docs/nginx.conf leaves open, and nothing that nginx takes for its own", () => {
    const open = new Set([...read("docs/nginx.conf").matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name]) => name));
    expect(Object.keys(services.nginx?.environment ?? {}).sort()).toEqual([...open].sort());
    expect(services.nginx?.environment.UPSTREAM).toBe(`shop:${services.shop?.environment.PORT}`);
  });

  it("makes a database as docs/operating.md does and the tests have: its indexes sort by no system's rules", () => {
    const made = services.database?.environment.POSTGRES_INITDB_ARGS?.split(" ") ?? [];
    expect(made).toEqual(["--encoding=UTF8", "--locale=C"]);
    for (const argument of made) expect(read("tests/support/shop/postgres.ts")).toContain(`"${argument}"`);
    expect(read("docs/operating.md")).toContain("encoding 'UTF8' locale 'C' ");
  });

  it("asks for values that .env.example names", () => {
    const asked = [...read("compose.yaml").matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
    expect(asked).toContain("POSTGRES_PASSWORD");
    for (const name of asked) expect(read(".env.example")).toContain(`${name}=`);
  });
});

describe("docs/operating.md", () => {
  const blocks = [...read("docs/operating.md").matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, text = ""]) => text);
  const block = (line: string) => blocks.find((text) => text.includes(line)) ?? "";

  it("has a service whose settings the commands read too, and which builds nothing", () => {
    const unit = block("[Service]");
    expect(unit).toContain("ExecStart=");
    expect(unit).not.toContain("EnvironmentFile=");
    expect(unit).toMatch(/^ReadWritePaths=\/var\/lib\/shop$/m);
    // A reboot starts it beside PostgreSQL, which takes longer than systemd's five starts.
    expect(unit).toMatch(/^After=.*postgresql\.service$/m);
    // With a clock that is wrong at the start it would cancel orders and end sessions.
    expect(unit).toMatch(/^Wants=time-sync\.target$/m);
    expect(unit).toMatch(/^After=.*time-sync\.target /m);
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
    const steps = block("install -d");
    expect(steps.indexOf("useradd --system")).toBeLessThan(steps.indexOf("install -d -o shop"));
    expect(steps).toContain("useradd --system");
  });

  it("has settings to be copied, one on a line", () => {
    const lines = blocks.flatMap((text) => text.split("\n")).filter((line) => /^[A-Z_]+=/.test(line));
    expect(lines.length).toBeGreaterThan(30);
    expect(lines.filter((line) => /=.*\s[A-Z_]+=/.test(line.split(" # ")[0] ?? ""))).toEqual([]);
  });

  it("makes the folder of nginx's cache, of which Debian has not even the one above", () => {
    const steps = block("CACHE_DIR=").split("\n");
    expect(steps).toContain("mkdir -p $CACHE_DIR $CHALLENGES");
  });

  it("pipes files through containers without a terminal, which would change them", () => {
    const commands = read("docs/operating.md").match(/docker compose (?:exec|run) [^`\n]*[<>] \S+/g) ?? [];
    expect(commands.length).toBeGreaterThan(4);
    expect(commands.filter((command) => !command.includes(" -T "))).toEqual([]);
  });

  it("restores into PostgreSQL before the shop of compose.yaml fills it, and the folder that its volume is", () => {
    const { services } = parse(read("compose.yaml")) as { services: Record<string, Service> };
    const steps = block("pg_restore").trimEnd().split("\n");
    expect(steps[0]).toBe("docker compose up --detach --wait database");
    expect(steps.at(-1)).toBe("docker compose up --detach --build");
    expect(services.database?.environment).toMatchObject({ POSTGRES_USER: "shop", POSTGRES_DB: "shop" });
    for (const commands of [block("pg_dump"), block("pg_restore")])
      expect(commands).toContain(` --directory=${services.shop?.environment.DATA_DIR} `);
  });

  it("has nginx start before its first certificate, which is renewed in the way it was got", () => {
    const steps = block("certbot certonly");
    expect(steps.indexOf("openssl req -x509")).toBeLessThan(steps.indexOf("certbot certonly --webroot"));
    expect(steps.trimEnd().split("\n").at(-1)).toBe("certbot renew --dry-run");
    expect(read("docs/operating.md")).not.toContain("--standalone");
    const [, folder] = /CERTIFICATE=(\S+)\/fullchain\.pem/.exec(block("CACHE_DIR=")) ?? [];
    expect(steps).toContain(` -out ${folder}/fullchain.pem`);
    expect(steps).toContain(` ${folder}/ && systemctl reload nginx`);
  });
});

describe("docs/upgrading.md", () => {
  it("restarts the container whose files git replaces: a mounted file stays the old one", () => {
    expect(read("compose.yaml")).toContain("- ./docs/nginx.conf:");
    expect(read("docs/upgrading.md")).toContain("docker compose up --detach --build && docker compose restart nginx");
  });
});

describe("the workflow of CI", () => {
  const workflow = parse(read(".github/workflows/ci.yml")) as {
    jobs: { test: { strategy: { matrix: { node: number[] } }; steps: { run?: string; uses?: string }[] } };
  };
  const { strategy, steps } = workflow.jobs.test;

  it("runs what a clean clone runs, on every Node that package.json promises, the default first", () => {
    const least = Number(/^>=(\d+)\./.exec(engines.node)?.[1]);
    const [usual] = strategy.matrix.node;
    expect(strategy.matrix.node).toEqual([24, 22, least]);
    expect(Number(read(".nvmrc"))).toBe(usual);
    expect(/^ARG NODE=(\d+)$/m.exec(dockerfile())?.[1]).toBe(String(usual));
    for (const file of ["README.md", "CONTRIBUTING.md"]) expect(read(file)).toMatch(new RegExp(`Node ${usual}\\b`));
    expect(steps.map(({ run }) => run)).toContain(".ci/run");
    expect(existsSync(join(root, ".ci/run"))).toBe(true);
  });

  it("installs every program that tests drive", () => {
    const installed = steps.flatMap(({ run }) => /apt-get install (.+)/.exec(run ?? "")?.[1]?.split(" ") ?? []);
    // The headless shell saves work only: Playwright's Chromium is there; the runner has a Firefox.
    const { "chromium-headless-shell": _, "firefox-esr": __, ...driven } = PACKAGES;
    const packages = Object.entries(driven).map(([name, debian]) => debian || name);
    expect(packages.filter((name) => !installed.includes(name))).toEqual([]);
  });

  it("pins every action by its major version", () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.length).toBeGreaterThan(1);
    expect(actions.filter((name) => !/^actions\/[\w-]+@v\d+$/.test(name))).toEqual([]);
  });
});

describe("the root", () => {
  it("holds what the README draws, and what tools and people look for there", () => {
    const ignored = read(".gitignore")
      .split("\n")
      .map((line) => line.replace(/\/$/, ""));
    const own = readdirSync(root).filter((name) => ![".git", ...ignored].includes(name) && !name.endsWith(".log"));
    expect(own.sort()).toEqual(
      [
        ...[
          "README.md",
          "app",
          "package.json",
          "public",
          "remix.config.js",
          "tailwind.config.ts",
          "tests",
          "tsconfig.json",
        ],
        ...["docs", "tools", "package-lock.json", "vite.config.ts", "CONTRIBUTING.md", "CHANGELOG.md", ".env.example"],
        ...[".biome.json", ".ci", ".editorconfig", ".gitignore", ".github", ".nvmrc"],
        ...[".dockerignore", "Dockerfile", "compose.yaml"],
      ].sort(),
    );
  });
});
