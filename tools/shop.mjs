import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { buildOperatorWhenNeeded, enterProject } from "./build.mjs";

/** `npm run shop -- …`: the merchant's commands (app/commands). */

// Beside a shop that sells memory counts more than time: a long list leaves much to collect.
setFlagsFromString("--heap-growing-percent=15");

process.env.OPERATOR_FOLDER = enterProject();
process.env.NODE_ENV ??= "production";

await import(pathToFileURL(buildOperatorWhenNeeded()).href);
