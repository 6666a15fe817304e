import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { light } from "~/components/ui/tokens";
import { PictureProblem } from "./fetch.server";
import { FILES, folderIn } from "./image-store.server";

/** As the rendered pictures are: square, on the page's own ground. */
const SIZE = 1200;
const quality = { avif: 50, webp: 78, jpg: 78 } as const;
const READABLE = new Set(["jpeg", "png", "webp", "heif", "gif"]);
/** A small file can hold, or claim to hold, a picture that takes gigabytes and minutes to read. */
const MAX_PIXELS = 40_000_000;

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
export async function convertPicture(content: Uint8Array, dataDir: string, name: string): Promise<void> {
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
    // The header alone says what it is and how large; nothing is decoded for that.
    const { format, width, height } = await sharp(content, { limitInputPixels: false }).metadata();
    // Others are drawings with scripts and links, or documents.
    if (!READABLE.has(format ?? "")) throw new PictureProblem(`format ${format} non repris`);
    if (width * height > MAX_PIXELS) throw new PictureProblem("plus de 40 millions de pixels");
    const image = sharp(content, { limitInputPixels: MAX_PIXELS, failOn: "truncated" });
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
