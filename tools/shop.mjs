import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { buildOperatorWhenNeeded, root } from "./build.mjs";

/** `npm run shop -- …`: the merchant's commands (app/commands). */

// Beside a shop that sells memory counts more than time: a long list leaves much to collect.
setFlagsFromString("--heap-growing-percent=15");

// npm changes to the project's folder; file names are relative to the caller's.
const from = process.env.INIT_CWD ?? process.cwd();
process.chdir(root);
if (existsSync(".env")) process.loadEnvFile(".env");
process.env.NODE_ENV ??= "production";
process.env.OPERATOR_FOLDER = from;

await import(pathToFileURL(buildOperatorWhenNeeded()).href);
