// Makes the shop's icons and sharing picture from public/favicon.svg, its typefaces and a scene.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { uncompressed } from "../fonts.mjs";
import { fileOf, root } from "./wanted.mjs";

const GROUND = "#f5f0ea";
const INK = "#1f1b16";
const ACCENT = "#a4472a";

const shared = { scene: "scenes/hero-loyalty", file: "1600.webp", width: 1200, height: 630, limit: 120_000 };

/** What is missing, as paths below public. */
export const missingIcons = () => Object.keys(icons).filter((path) => !existsSync(join(root, "public", path)));

export async function makeIcon(path) {
  const data = await icons[path]();
  const target = join(root, "public", path);
  if (!data) return console.info(`${path} waits for ${shared.scene}`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, data);
}

const icons = {
  "icons/icon-192.png": () => mark(192),
  "icons/icon-512.png": () => mark(512),
  "icons/apple-touch-icon.png": () => mark(180),
  "pictures/og.jpg": sharedPicture,
};

/** The paths of the favicon, in another colour. */
function paths(colour) {
  const svg = readFileSync(join(root, "public/favicon.svg"), "utf8");
  return `<g fill="${colour}">${svg.match(/<path[^>]*>/g).join("")}</g>`;
}

/** Filled to the edge, since phones crop icons; the mark is inside a circle. */
function mark(size) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
    <path fill="${ACCENT}" d="M0 0h512v512H0z"/>
    <g transform="translate(112 106) scale(9)">${paths(GROUND)}</g></svg>`;
  return sharp(Buffer.from(svg)).resize(size).png({ palette: true, compressionLevel: 9 }).toBuffer();
}

/** @returns a text as a picture, its size in pixels */
async function written(text, file, font) {
  const folder = mkdtempSync(join(tmpdir(), "font-"));
  const fontfile = join(folder, "font.ttf");
  writeFileSync(fontfile, await uncompressed(file));
  const markup = `<span foreground="${INK}">${text}</span>`;
  const picture = await sharp({ text: { text: markup, font, fontfile, dpi: 72, rgba: true } })
    .png()
    .toBuffer();
  rmSync(folder, { recursive: true });
  return picture;
}

/** The picture of a shared link: the name next to the family's shoes. */
async function sharedPicture() {
  const { width, height, limit } = shared;
  const file = fileOf(shared.scene, shared.file);
  if (!existsSync(file)) return;
  const scene = await sharp(file).resize({ height }).toBuffer({ resolveWithObject: true });
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <g transform="translate(80 186) scale(2.6)">${paths(ACCENT)}</g></svg>`;
  const layers = [
    { input: scene.data, left: width - scene.info.width, top: 0 },
    { input: Buffer.from(mark) },
    { input: await written("Wahrane", "display.woff2", "Young Serif 98"), left: 80, top: 294 },
    // After a comma stands the size alone: "Light" is of the name.
    {
      input: await written("Chaussures livrées dans les 58 wilayas", "text.woff2", "Figtree Light, 29"),
      left: 82,
      top: 402,
    },
  ];
  for (let quality = 82; ; quality -= 4) {
    const picture = await sharp({ create: { width, height, channels: 3, background: GROUND } })
      .composite(layers)
      .jpeg({ quality, mozjpeg: true })
      .toBuffer();
    if (picture.length <= limit || quality < 50) return picture;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const path of Object.keys(icons)) await makeIcon(path);
}
