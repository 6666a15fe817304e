// node tools/studio/render.mjs [--limit N] [--only PREFIX] [--again PATTERN] [--layers DIR]
// [--list] makes the missing pictures of the catalogue, scenes and icons (README.md).
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { compose } from "./compose.mjs";
import { makeIcon, missingIcons } from "./icons.mjs";
import { updateCatalogue } from "./views.mjs";
import { fileOf, isMissing, wanted } from "./wanted.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const GROUND = "#f5f0ea"; // the page's own ground, so that a picture has no visible edge
const SIZE = 1200;
const LIMITS = { "400.avif": 10_000, "800.avif": 30_000 };
/** Small files are for phones, whose pixels are small. */
const QUALITY = { "400.avif": 30, "800.avif": 32, avif: 50, webp: 78, jpg: 78 };

const { values: options } = parseArgs({
  options: {
    limit: { type: "string" },
    only: { type: "string" },
    again: { type: "string" },
    layers: { type: "string" },
    samples: { type: "string", default: "12" },
    threads: { type: "string", default: "2" },
    list: { type: "boolean", default: false },
  },
});

setPriority(constants.priority.PRIORITY_LOW);
sharp.concurrency(1);

/** Effort above 4 takes AVIF three times as long and saves one byte in a hundred. */
const formats = {
  avif: (image, quality) => image.avif({ quality, effort: 4 }),
  webp: (image, quality) => image.webp({ quality, effort: 6 }),
  jpg: (image, quality) => image.jpeg({ quality, mozjpeg: true }),
};

/** Writes the wanted files of a picture; each gets its name only once it is whole. */
async function encode(picture, open) {
  const { name, files } = picture;
  for (const file of files.filter((file) => isAgain(picture) || !existsSync(fileOf(name, file)))) {
    const [width, format] = file.split(".");
    let quality = QUALITY[file] ?? QUALITY[format];
    let data;
    do {
      const image = open().resize(Number(width), null, { kernel: "lanczos3" });
      data = await formats[format](image, quality).toBuffer();
      quality -= 4;
    } while (data.length > (LIMITS[file] ?? Number.POSITIVE_INFINITY) && quality > 20);
    const path = fileOf(name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.part`, data);
    renameSync(`${path}.part`, path);
  }
}

async function develop(picture) {
  const image = await compose(picture.prefix, { background: GROUND, shoes: picture.shoes });
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  await encode(picture, () => sharp(data, { raw: info }));
  if (!options.layers) rmSync(`${picture.prefix}.shoe.png`);
}

const again = options.again && new RegExp(options.again);
const isAgain = ({ name }) => Boolean(again?.test(name));
const isWanted = (picture) => (again ? isAgain(picture) : isMissing(picture));

/** Where the largest files are there, smaller ones and JPEG are made from the largest WebP. */
const largest = ({ files }) => files.filter((file) => file.endsWith(".webp")).at(-1);
const hasLargest = (picture) => {
  const webp = largest(picture);
  const isThere = (file) => existsSync(fileOf(picture.name, file));
  return !again && isThere(webp) && isThere(webp.replace("webp", "avif"));
};

/** Runs Blender once, and develops pictures while it renders the next ones. */
function render(pictures, work) {
  const batch = join(work, "jobs.json");
  const common = { samples: Number(options.samples), threads: Number(options.threads) };
  writeFileSync(
    batch,
    JSON.stringify(pictures.map(({ job, prefix }) => ({ size: SIZE, ...common, ...job, out: prefix }))),
  );
  const byPrefix = new Map(pictures.map((picture) => [picture.prefix, picture]));
  let developing = Promise.resolve();
  return new Promise((done, reject) => {
    const script = ["-P", join(here, "footwear.py"), "--", "--batch", batch];
    const args = ["-n", "19", "blender", "-b", "--python-exit-code", "1", ...script];
    const blender = spawn("nice", args, { stdio: ["ignore", "pipe", "inherit"] });
    const stop = () => blender.kill();
    process.once("exit", stop);
    createInterface({ input: blender.stdout }).on("line", (line) => {
      const picture = line.startsWith("DONE ") && byPrefix.get(line.split(" ")[1]);
      if (picture) {
        console.info(`${clock()} ${picture.name} ${line.split(" ").slice(2).join(" ")}`);
        developing = developing.then(() => develop(picture));
        developing.catch(reject);
      } else if (/^(UNKNOWN|BUILT|Error|Traceback|\S*Error:)/.test(line)) {
        console.info(`${clock()} ${line}`);
      }
    });
    blender.on("error", reject);
    blender.on("close", (code) => {
      process.off("exit", stop);
      if (code) reject(new Error(`blender ended with ${code}`));
      else developing.then(done, reject);
    });
  });
}

const started = Date.now();
const clock = () => new Date(Date.now() - started).toISOString().slice(11, 19);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));

let pictures = wanted().filter((picture) => picture.name.startsWith(options.only ?? "") && isWanted(picture));
if (options.limit) pictures = pictures.slice(0, Number(options.limit));
console.info(`${pictures.length} pictures and ${missingIcons().length} icons are missing`);
if (options.list) {
  for (const { name } of pictures) console.info(name);
  for (const icon of missingIcons()) console.info(icon);
} else {
  const work = mkdtempSync(join(tmpdir(), "studio-"));
  process.on("exit", () => rmSync(work, { recursive: true, force: true }));
  for (const picture of pictures)
    picture.prefix = join(options.layers ? resolve(options.layers) : work, picture.name.replace("/", "."));
  const hasLayers = ({ prefix }) => ["shoe", "shadow"].every((layer) => existsSync(`${prefix}.${layer}.png`));

  const [toConvert, rest] = [pictures.filter(hasLargest), pictures.filter((picture) => !hasLargest(picture))];
  const converted = (async () => {
    for (const picture of toConvert) await encode(picture, () => sharp(fileOf(picture.name, largest(picture))));
  })();
  const developed = new Set(rest.filter(hasLayers));
  for (const picture of developed) await develop(picture);
  const toRender = rest.filter((picture) => isWanted(picture) && !developed.has(picture));
  for (const phase of new Set(toRender.map((picture) => picture.phase))) {
    const batch = toRender.filter((picture) => picture.phase === phase);
    await render(batch, work);
    updateCatalogue();
  }
  await converted;
  for (const icon of missingIcons()) await makeIcon(icon);
  updateCatalogue();
  const bytes = pictures.flatMap(({ name, files }) => files.map((file) => statSync(fileOf(name, file)).size));
  console.info(`${clock()} ${bytes.length} files, ${(bytes.reduce((a, b) => a + b, 0) / 1e6).toFixed(1)} MB`);
}
