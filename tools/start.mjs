import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import { buildWhenNeeded, enterProject, root } from "./build.mjs";

/** `npm start`: builds when needed, then serves the shop. */

enterProject();
// Whatever a developer's shell says: with "development" remix-serve asks for a server of its own.
process.env.NODE_ENV = "production";
process.env.PORT ||= "3000";

if (!buildWhenNeeded()) {
  console.error("The shop could not be built: see the lines above.");
  process.exit(1);
}

const port = Number(process.env.PORT);
const fault = Number.isInteger(port) && port > 0 && port < 65536 ? await faultOf(port) : undefined;
if (fault) {
  console.error(
    fault === "EACCES"
      ? `Port ${port} is not open to this user: set PORT to 1024 or more.`
      : `Port ${port} is taken: stop what listens there, or set PORT to another.`,
  );
  process.exit(1);
}

// Runs in this process, so that signals reach the shop itself.
process.argv[2] = join(root, "build/server/index.js");
createRequire(import.meta.url)("@remix-run/serve/dist/cli.js");

/** @returns the code of the error that a server would meet at this port */
function faultOf(candidate) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", ({ code }) => resolve(code));
    probe.listen(candidate, () => probe.close(() => resolve(undefined)));
  });
}
