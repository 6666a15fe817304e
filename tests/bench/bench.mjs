import { buildWhenNeeded, root } from "../../tools/build.mjs";
import { bytesSection } from "./bytes.mjs";
import { cartsSection } from "./carts.mjs";
import { query } from "./catalogue.mjs";
import { crowdSection } from "./crowd.mjs";
import { growthSection } from "./growth.mjs";
import { importSection } from "./import.mjs";
import { endLoads } from "./load.mjs";
import { officeSection } from "./office.mjs";
import { ordersSection } from "./orders.mjs";
import { phoneSection } from "./phone.mjs";
import { renderedSection } from "./rendered.mjs";
import { machine, print } from "./report.mjs";
import { openSources } from "./sources.mjs";
import { speedSection } from "./speed.mjs";
import { startSection } from "./start.mjs";

/** `npm run bench`: measures the production build on this machine. Options are below. */

const HELP = `npm run bench -- [options]
  --quick            shorter and smaller: to see that it works, not to quote
  --only=a,b         some of: bytes, start, speed, carts, rendered, orders, crowd, growth, office,
                     import, phone
  --postgres         all but bytes and phone on PostgreSQL as well
  --postgres-only    and not on SQLite`;

const SECTIONS = [
  "bytes",
  "start",
  "speed",
  "carts",
  "rendered",
  "orders",
  "crowd",
  "growth",
  "office",
  "import",
  "phone",
];

function options(args) {
  const flags = new Set(args.filter((arg) => !arg.startsWith("--only=")));
  const only = args.find((arg) => arg.startsWith("--only="))?.slice("--only=".length);
  const sections = only ? only.split(",") : SECTIONS;
  const known = new Set(["--quick", "--postgres", "--postgres-only"]);
  const wrong = [...flags]
    .filter((flag) => !known.has(flag))
    .concat(sections.filter((name) => !SECTIONS.includes(name)));
  if (wrong.length > 0) {
    console.error(flags.has("--help") ? HELP : `Unknown: ${wrong.join(", ")}.\n${HELP}`);
    process.exit(flags.has("--help") ? 0 : 1);
  }
  return {
    quick: flags.has("--quick"),
    sections: new Set(sections),
    sqlite: !flags.has("--postgres-only"),
    postgres: flags.has("--postgres") || flags.has("--postgres-only"),
  };
}

async function onPostgres(sources, work) {
  const { startPostgres } = await sources.load("tests/support/shop/postgres.ts");
  const server = await startPostgres({ isDurable: true });
  try {
    const [{ fsync }] = await query({ url: await server.createDatabase() }, "show fsync");
    await work(server, `PostgreSQL${fsync === "on" ? "" : " (fsync off: orders would not survive a power cut)"}`);
  } finally {
    await server.stop();
  }
}

/** Sections on one database engine. */
async function onEngine({ sources, quick, sections, newDatabase, name }) {
  const engine = async () => ({ url: await newDatabase?.() });
  if (sections.has("start")) {
    print("## Starting\n");
    await startSection({ quick, newDatabase, title: name });
  }
  if (sections.has("speed")) {
    print("## Reading\n");
    await speedSection({ sources, quick, engine: await engine(), title: name });
  }
  if (sections.has("carts")) {
    print("## A crowd of carts\n");
    await cartsSection({ sources, quick, engine: await engine(), title: name });
  }
  if (sections.has("rendered")) {
    print("## Pages that are rendered for each request\n");
    await renderedSection({ sources, quick, engine: await engine(), title: name });
  }
  if (sections.has("orders")) {
    print("## Ordering while others read\n");
    await ordersSection({ sources, quick, engine: await engine(), title: name });
  }
  if (sections.has("crowd")) {
    print("## A crowd\n");
    await crowdSection({ sources, quick, engine: await engine(), title: name });
  }
  if (sections.has("growth")) {
    print("## Growth\n");
    await growthSection({ sources, quick, newDatabase, title: name });
  }
  if (sections.has("office")) {
    print("## The back office\n");
    await officeSection({ sources, quick, newDatabase, title: name });
  }
  if (sections.has("import")) {
    print("## A list from another shop\n");
    await importSection({ sources, quick, newDatabase, title: name });
  }
}

const { quick, sections, sqlite, postgres } = options(process.argv.slice(2));
process.chdir(root);
if (!buildWhenNeeded()) process.exit(1);

const sources = await openSources();
try {
  print(`# Benchmark${quick ? " (quick: not to quote)" : ""}\n`);
  machine();
  if (sections.has("bytes")) await bytesSection({ sources });
  if (sections.has("phone")) await phoneSection({ quick });
  if (sqlite) await onEngine({ sources, quick, sections, name: "SQLite" });
  if (postgres)
    await onPostgres(sources, (server, name) =>
      onEngine({ sources, quick, sections, newDatabase: () => server.createDatabase(), name }),
    );
} finally {
  endLoads();
  await sources.close();
}
