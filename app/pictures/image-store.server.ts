import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, statfs } from "node:fs/promises";
import { join } from "node:path";

/**
 * Pictures of imported products and of another shop's API, below DATA_DIR, in the sizes and formats
 * of public/. The content of a name never changes. `Picture.src` is `import/{name}`.
 */

export const FILES = ["400.avif", "800.avif", "1200.avif", "400.webp", "800.webp", "1200.webp", "800.jpg"] as const;

const FOLDER = "import";
const types = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" } as const;
const FILE = /^import\/[0-9a-f]{32}-(?:(?:400|800|1200)\.(?:avif|webp)|800\.jpg)$/;

/** The name of a picture, by its address or by the content of its file. */
export const pictureName = (what: string | Uint8Array): string =>
  createHash("sha256").update(what).digest("hex").slice(0, 32);

export const sourceOf = (name: string): string => `${FOLDER}/${name}`;

/** The name of an imported picture; undefined for those in public/. */
export const importedName = (src: string): string | undefined =>
  src.startsWith(`${FOLDER}/`) ? src.slice(FOLDER.length + 1) : undefined;

/** The folder of the files. */
export const folderIn = (dataDir: string): string => join(dataDir, "pictures", FOLDER);

/** Bytes of the disk that pictures leave free: a full one would prevent orders. */
const SPARE = 1_000_000_000;

/** What refuses further pictures; undefined while there is room. */
export async function lackOfRoom(dataDir: string, spare = SPARE): Promise<string | undefined> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize < spare ? "le disque de DATA_DIR est presque plein" : undefined;
}

/** Whether all its files are stored: the last of them is written last. */
export const isStored = (dataDir: string, name: string): boolean =>
  existsSync(join(folderIn(dataDir), `${name}-${FILES.at(-1)}`));

/** @param path below /pictures; other names than those of our files give undefined */
export async function readPicture(dataDir: string, path: string): Promise<{ body: Buffer; type: string } | undefined> {
  if (!FILE.test(path)) return undefined;
  const type = types[path.slice(path.lastIndexOf(".") + 1) as keyof typeof types];
  try {
    return { body: await readFile(join(dataDir, "pictures", path)), type };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
