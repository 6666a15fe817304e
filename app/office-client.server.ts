import { readFileSync } from "node:fs";
import type { EntryContext } from "@remix-run/node";

type Manifest = EntryContext["manifest"];
type OfficeClient = Pick<Manifest, "url" | "version" | "entry" | "routes">;

/** Written by the build of the office's scripts (tools/vite/office.config.ts). */
const built = import.meta.env.PROD
  ? (JSON.parse(readFileSync("build/office.json", "utf8")) as OfficeClient)
  : undefined;

/** Of its scripts; undefined in development, where they change under an open page. */
export const officeBuild = built?.version;

/** Which scripts a page of the office loads: its own, since the shop's know no routes. */
export const officeManifest = (manifest: Manifest): Manifest => ({
  ...manifest,
  ...(built ?? { entry: { module: "/app/entry.office.tsx", imports: [] } }),
});
