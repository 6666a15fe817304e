import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeFile, makePrivateFolder } from "~/private-files.server";

/** The secret in DATA_DIR, made at the first start; `wx` lets only one process write it. */
export function sessionSecretIn(dataDir: string): string {
  const file = join(dataDir, "session-secret");
  try {
    makePrivateFolder(dataDir);
    closeFile(file);
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST")
      throw new Error(`Setting DATA_DIR must name a folder that can be written: ${dataDir}.`);
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32) throw new Error(`The file ${file} is damaged: delete it, and a new secret is made.`);
  return secret;
}
