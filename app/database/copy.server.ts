import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import SQLite from "better-sqlite3";
import { makePrivateFile } from "~/private-files.server";
import { BUSY_TIMEOUT } from "./sqlite.server";

/**
 * Copies an SQLite database as of one moment, while others use it.
 * @param isWanted whether the finished copy is kept; one of that name is then replaced
 * @throws when there is no room, or no right to write; no half copy stays
 */
export function copySqlite(file: string, target: string, isWanted: (copy: SQLite.Database) => boolean): void {
  const unfinished = `${target}.${process.pid}`;
  try {
    rmSync(unfinished, { force: true });
    // SQLite writes into an empty file as well, which has its mode already.
    makePrivateFile(unfinished);
    using(file, (source) => source.prepare("vacuum into $unfinished").run({ unfinished }));
    if (!using(unfinished, isWanted)) return;
    const written = openSync(unfinished, "r+");
    fsyncSync(written);
    closeSync(written);
    renameSync(unfinished, target);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function using<Result>(file: string, work: (database: SQLite.Database) => Result): Result {
  const database = new SQLite(file, { readonly: true, timeout: BUSY_TIMEOUT });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
