import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { light } from "~/components/ui/tokens";
import { PictureProblem } from "./fetch.server";
import { FILES, folderIn } from "./shelf.server";

/** As the rendered pictures are: square, on the page's own ground. */
const SIZE = 1200;
const quality = { avif: 50, webp: 78, jpg: 78 } as const;
const READABLE = new Set(["jpeg", "png", "webp", "heif", "gif"]);
/** 60 million points are more than any camera of a shop has; a small file can claim to be far larger. */
const MAX_PIXELS = 60_000_000;

// The shop sells meanwhile.
sharp.concurrency(1);

/** The effort of the rendered ones takes six times as long and saves six bytes in a hundred; here somebody waits, and the shop sells. */
const formats = {
  avif: (image: Sharp) => image.avif({ quality: quality.avif, effort: 2 }),
  webp: (image: Sharp) => image.webp({ quality: quality.webp, effort: 4 }),
  jpg: (image: Sharp) => image.jpeg({ quality: quality.jpg, mozjpeg: true }),
};

/**
 * Brings a picture into the shop's sizes and formats.
 * @throws PictureProblem when it is none
 */
export async function develop(content: Uint8Array, dataDir: string, name: string): Promise<void> {
  const { data, info } = await squareOf(content);
  const folder = folderIn(dataDir);
  await mkdir(folder, { recursive: true });
  for (const file of FILES) {
    const [width, format] = file.split(".") as [string, keyof typeof formats];
    const image = sharp(data, { raw: info }).resize(Number(width), null, { kernel: "lanczos3" });
    const path = join(folder, `${name}-${file}`);
    // Each appears under its name only when it is whole; two of a list may be one picture, made at the same time.
    const unfinished = `${path}.${randomUUID()}.part`;
    await writeFile(unfinished, await formats[format](image).toBuffer());
    await rename(unfinished, path);
  }
}

async function squareOf(content: Uint8Array) {
  try {
    const image = sharp(content, { limitInputPixels: MAX_PIXELS, failOn: "truncated" });
    const { format } = await image.metadata();
    // Others are drawings with scripts and links, or documents.
    if (!READABLE.has(format ?? "")) throw new PictureProblem(`format ${format} non repris`);
    return await image
      .autoOrient()
      .toColourspace("srgb")
      .flatten({ background: light.ground })
      .resize(SIZE, SIZE, { fit: "contain", background: light.ground })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof PictureProblem) throw error;
    throw new PictureProblem("ce n'est pas une image lisible");
  }
}
