import { join, resolve } from "node:path";
import { createServer } from "vite";
import { enterProject, root } from "./build.mjs";

/** `npm run dev`: serves the shop from its sources by Vite, and reloads pages after changes. */

enterProject();
process.env.NODE_ENV = "development";
process.env.PORT ||= "3000";

const server = await createServer({ root, server: { port: Number(process.env.PORT), strictPort: true } });
await server.listen();
const url = server.resolvedUrls?.local[0] ?? "";
// The first request runs the migrations, and loads the demo catalogue into an empty database.
await fetch(new URL("health/ready", url));

const outbox = join(resolve(process.env.DATA_DIR || "data"), "outbox");
console.info(`
  The shop   ${url}
  Its API    ${url}api
  Its mails  ${process.env.SMTP_URL ? new URL(process.env.SMTP_URL).host : outbox}
`);
