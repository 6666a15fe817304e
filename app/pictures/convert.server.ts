import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { light } from "~/components/ui/tokens";
import { PictureProblem } from "./fetch.server";
import { FILES, folderIn } from "./image-store.server";

/** Like the pictures of the studio: square, on the page's background. */
const SIZE = 1200;
const READABLE = new Set(["jpeg", "png", "webp", "heif", "gif"]);
/** A small file can hold a picture that takes gigabytes and minutes to read. */
const MAX_PIXELS = 40_000_000;

// The shop needs the other cores.
sharp.concurrency(1);

/** By width: small files are for phones, whose pixels are small. */
const avifQuality: Record<string, number> = { 400: 40, 800: 44, 1200: 50 };
/** The studio's effort would take six times as long and save 6 % of the bytes. */
const formats = {
  avif: (image: Sharp, width: string) => image.avif({ quality: avifQuality[width], effort: 2 }),
  webp: (image: Sharp) => image.webp({ quality: 78, effort: 4 }),
  jpg: (image: Sharp) => image.jpeg({ quality: 78, mozjpeg: true }),
};

/** Writes all sizes and formats of a picture; throws PictureProblem when it cannot be read. */
export async function convertPicture(content: Uint8Array, dataDir: string, name: string): Promise<void> {
  const { data, info } = await squareOf(content);
  const folder = folderIn(dataDir);
  await mkdir(folder, { recursive: true });
  for (const file of FILES) {
    const [width, format] = file.split(".") as [string, keyof typeof formats];
    const image = sharp(data, { raw: info }).resize(Number(width), null, { kernel: "lanczos3" });
    const path = join(folder, `${name}-${file}`);
    // A file gets its name when it is whole. Two imports may write the same one at a time.
    const unfinished = `${path}.${randomUUID()}.part`;
    try {
      await writeFile(unfinished, await formats[format](image, width).toBuffer());
      await rename(unfinished, path);
    } catch (error) {
      // Of a full disk, whose next try would leave another.
      await rm(unfinished, { force: true });
      throw error;
    }
  }
}

async function squareOf(content: Uint8Array) {
  try {
    // Reads the header only, without decoding.
    const { format, width, height } = await sharp(content, { limitInputPixels: false }).metadata();
    // Other formats are documents, or drawings with scripts and links.
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
