import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "../../tools/build.mjs";
import { runProgram } from "../support/shop/run-program";

/** What documents name: the commands of package.json, files, packages, settings, components. */

const read = (file: string) => readFileSync(join(root, file), "utf8");
const { scripts, dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
  "scripts" | "dependencies" | "devDependencies",
  Record<string, string>
>;
const DOCS = [
  "README.md",
  "CONTRIBUTING.md",
  "docs/operating.md",
  "docs/upgrading.md",
  "docs/performance.md",
  "docs/architecture.md",
];

describe("what is documented", () => {
  it.each(DOCS)("%s names commands that there are", (file) => {
    const named = [...read(file).matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("is every command, in README.md", () => {
    const unnamed = Object.keys(scripts).filter((name) => !new RegExp(`[\` ]${name}[\`\\s]`).test(read("README.md")));
    expect(unnamed).toEqual([]);
  });

  it("is every package, in docs/dependencies.md, and none that is gone", () => {
    const rows = [...read("docs/dependencies.md").matchAll(/^\| (`.+?) \|/gm)].map(([, cell = ""]) => cell);
    const named = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
    const covers = (name: string) => (own: string) =>
      own.endsWith("/*") ? name.startsWith(own.slice(0, -1)) : own === name;
    const packages = Object.keys({ ...dependencies, ...devDependencies });
    expect(packages.filter((name) => !named.some(covers(name)))).toEqual([]);
    expect(named.filter((own) => !packages.some((name) => covers(name)(own)))).toEqual([]);
  });

  it("is every setting, in .env.example and in docs/operating.md", () => {
    const schema = read("app/settings/environment.server.ts");
    const names = [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = ""]) => name);
    expect(names).toContain("SHOP_TWITTER");
    for (const file of [".env.example", "docs/operating.md"])
      expect(names.filter((name) => !read(file).includes(`${name}=`))).toEqual([]);
  });

  it("is every component and hook that screens of the office share, in their README", () => {
    const folder = "app/routes/office";
    const screens = readdirSync(join(root, folder)).map((file) => read(`${folder}/${file}`));
    const used = screens.flatMap((text) =>
      [...text.matchAll(/^import \{([^}]+)\} from "~\/components\/office\//gm)].flatMap(
        ([, list = ""]) => list.match(/(?<!type )\b(?:use)?[A-Z][a-z]\w*/g) ?? [],
      ),
    );
    expect(used).toContain("useLeaveGuard");
    const readme = read("app/components/office/README.md");
    expect([...new Set(used)].filter((name) => !new RegExp(`\\b${name}\\b`).test(readme))).toEqual([]);
  });

  // What the examples of CONTRIBUTING.md make.
  const made =
    /^(app\/(routes\/(pages\/care|office\/returns)\.tsx|shop\/(services\/returns-office|local\/office\/returns-list\.server)\.ts)|tests\/contract\/office-returns\.test\.ts|care\.tsx)$/;

  it("is in files that there are, in every document", () => {
    const all = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
      .toString()
      .split("\n")
      .filter((file) => existsSync(join(root, file)));
    const missing = all
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) =>
        // What begins with a slash is an address.
        [...read(file).matchAll(/`(?:\.\.?\/)*([\w.-][\w./-]*\.(?:tsx?|mjs|js|css|json|md|conf|sql))`/g)].map(
          ([, named = ""]) => ({ file, named }),
        ),
      )
      .filter(({ named }) => !made.test(named) && !all.some((path) => `/${path}`.endsWith(`/${named}`)));
    expect(missing).toEqual([]);
  });

  it("is done in files and folders that there are, in CONTRIBUTING.md", () => {
    const named = [...read("CONTRIBUTING.md").matchAll(/\b(?:app|tests|tools|docs)\/[\w./-]*\w/g)].map(
      ([path]) => path,
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => !made.test(path) && !existsSync(join(root, path)))).toEqual([]);
  });

  it("is in files that there are, in the comments of app", () => {
    const all = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" });
    const missing = all
      .filter((file) => /\.(tsx?|css)$/.test(file))
      .flatMap((file) =>
        [...read(`app/${file}`).matchAll(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*/g)].map(([text]) => [file, text]),
      )
      .flatMap(([file = "", text = ""]) =>
        [...text.matchAll(/(?<![\w/.~-])(?:[\w$:-]+\/)*[\w$.-]+\.(?:tsx?|mjs|css)\b/g)].map(([named]) => ({
          file,
          named,
        })),
      )
      .filter(({ named }) => !existsSync(join(root, named)) && !all.some((path) => `/${path}`.endsWith(`/${named}`)));
    expect(missing).toEqual([]);
  });

  it("is read without scrolling sideways", () => {
    const long = read("CONTRIBUTING.md")
      .split("\n")
      .filter((line) => line.length > 120);
    expect(long).toEqual([]);
  });
});

describe("tools/test.mjs", () => {
  const FILE = "tests/server/pace.test.ts";
  const [name = ""] = /(?<= it\(")[^"]+/.exec(read(FILE)) ?? [];
  const refusals: [words: string[], line: string][] = [
    [["unit", FILE, "-t", "nobody would call a test so"], "No test of that name."],
    [["unit", "tests/domain/none.test.ts"], "There is no file tests/domain/none.test.ts."],
    [["browser", FILE], `${FILE} is not in tests/journeys.`],
    [["lint", FILE], `${FILE} is not in what this command looks at.`],
    [["unit", "--bail"], "What is understood: files, -t NAME and -u."],
  ];
  // As in a shell, without this test's own settings.
  const env = { PATH: process.env.PATH, NODE_ENV: "test" };
  const run = async (words: string[]) => {
    const { status, stdout, stderr } = await runProgram("tools/test.mjs", words, { env });
    return { status, output: stdout + stderr };
  };
  let one: Awaited<ReturnType<typeof run>>;
  let refused: (typeof one)[];
  beforeAll(async () => {
    [one, ...refused] = await Promise.all([run(["unit", FILE, "-t", name]), ...refusals.map(([words]) => run(words))]);
  }, 60_000);

  it("runs one file, and one test by its name", () => {
    expect([one.status, one.output]).toEqual([0, expect.stringMatching(/\n1 passed, 0 failed, \d+ skipped\n$/)]);
  });

  it.each(refusals.map(([words, line], index) => [words, line, index] as const))(
    "%j is refused: %s",
    (_, line, index) => {
      expect(refused[index]).toEqual({ status: 1, output: expect.stringContaining(line) });
    },
  );
});

// Files share processes, and Vitest heeds it in the first file of each only.
it("no file changes Vitest's settings: longer times stand at their tests", () => {
  const files = readdirSync(join(root, "tests"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `tests/${name}`);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /\bvi\.setConfig\(/.test(read(file)))).toEqual([]);
});

// Vitest is absent there, and whatever imports it ends the benchmark at once.
it("npm run bench loads its sources without the test runner", () => {
  const programs = readdirSync(join(root, "tests/bench")).map((name) => read(`tests/bench/${name}`));
  const sources = programs.flatMap((text) => [...text.matchAll(/\.load\("([^"]+)"\)/g)].map(([, path]) => path));
  expect(sources.length).toBeGreaterThan(10);
  const program = `
    const { openSources } = await import("./tests/bench/sources.mjs");
    const { load, close } = await openSources();
    for (const path of ${JSON.stringify([...new Set(sources)])}) await load(path);
    await close();`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd: root,
    encoding: "utf8",
    env: { PATH: process.env.PATH, NODE_ENV: "test" },
  });
  expect([status, stderr]).toEqual([0, ""]);
});
