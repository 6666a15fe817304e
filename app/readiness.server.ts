import { statSync } from "node:fs";
import { join } from "node:path";
import { type Point, pointsOf } from "./domain/content/readiness";
import type { Settings } from "./settings.server";

/** What this shop has and lacks to sell for real. */
export function readinessOf({ given, siteUrl, dataDir }: Settings, demoOnSale: number | undefined): Point[] {
  // tools/backup.mjs writes it once a copy has passed its check.
  const lastBackup = statSync(join(dataDir, "last-backup"), { throwIfNoEntry: false });
  return pointsOf({ given, siteUrl, lastBackup: lastBackup?.mtime, demoOnSale, now: new Date() });
}
