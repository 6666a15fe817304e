import { existsSync, readFileSync } from "node:fs";
import SQLite from "better-sqlite3";

/**
 * Loaded before the shop (node --import): reading a table named in the file FAILING_TABLES fails as
 * if the database were busy, so that a single part of the shop fails.
 */
const list = process.env.FAILING_TABLES ?? "";
const failing = () => (list && existsSync(list) ? readFileSync(list, "utf8").split(/\s+/).filter(Boolean) : []);

const prepare = SQLite.prototype.prepare;
SQLite.prototype.prepare = function prepareOrFail(sql) {
  const statement = prepare.call(this, sql);
  for (const name of ["all", "get", "run", "iterate"]) {
    const method = statement[name];
    statement[name] = (...values) => {
      if (failing().some((table) => sql.includes(`from "${table}"`)))
        throw new SQLite.SqliteError("database is locked", "SQLITE_BUSY");
      return method.apply(statement, values);
    };
  }
  return statement;
};
