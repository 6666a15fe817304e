import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { buildOperatorWhenNeeded, root } from "./build.mjs";

/** `npm run shop -- …`: what the merchant does before there is a back office. See app/operator. */

// Files are named from where the command was given; npm itself goes to the project.
const from = process.env.INIT_CWD ?? process.cwd();
process.chdir(root);
if (existsSync(".env")) process.loadEnvFile(".env");
process.env.NODE_ENV ??= "production";
process.env.OPERATOR_FOLDER = from;

await import(pathToFileURL(buildOperatorWhenNeeded()).href);
