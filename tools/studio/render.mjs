// node tools/studio/render.mjs [--limit N] [--only slug] [--all-colours] [--layers DIR] [--list]
// Renders the product pictures that products.json asks for and public/pictures does not hold yet. See README.md.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { compose } from "./compose.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const pictures = join(root, "public/pictures");
const GROUND = "#f5f0ea"; // the page's own ground, so that a picture has no visible edge
const SIZE = 1200;
const WIDTHS = [400, 800, 1200];
const FORMATS = ["avif", "webp"];
const LIMITS = { "400.avif": 10_000, "800.avif": 30_000 };

const { values: options } = parseArgs({
  options: {
    limit: { type: "string" },
    only: { type: "string" },
    layers: { type: "string" },
    samples: { type: "string", default: "12" },
    threads: { type: "string", default: "2" },
    "all-colours": { type: "boolean", default: false },
    list: { type: "boolean", default: false },
  },
});

setPriority(constants.priority.PRIORITY_LOW);
sharp.concurrency(1);

const fileName = (job, width, format) => join(pictures, job.product, `${job.colour}-${job.view}-${width}.${format}`);
const isMissing = (job) => WIDTHS.some((width) => FORMATS.some((format) => !existsSync(fileName(job, width, format))));

/** Every picture of the catalogue, the most wanted first. */
function wanted() {
  const products = JSON.parse(readFileSync(join(root, "app/database/demo/products.json"), "utf8"));
  const jobs = products.flatMap((product) =>
    product.colors.flatMap((colour, c) => {
      const views = colour.views.length || !options["all-colours"] ? colour.views : [product.colors[0].views[0]];
      return views.map((view, v) => ({
        product: product.slug,
        colour: colour.slug,
        view,
        // 0: a product's card, 1: the cards of its other colours, 2: further views, 3: colours nobody asked for
        phase: v > 0 ? 2 : c === 0 ? 0 : colour.views.length ? 1 : 3,
        options: { ...product.studio, ...colour.studio },
      }));
    }),
  );
  return jobs.sort((a, b) => a.phase - b.phase);
}

/** Writes the six files of a picture; each appears under its name only when it is whole. */
async function encode(job) {
  mkdirSync(join(pictures, job.product), { recursive: true });
  const picture = await (await compose(job.prefix, { background: GROUND })).raw().toBuffer({ resolveWithObject: true });
  for (const width of WIDTHS) {
    for (const format of FORMATS) {
      const limit = LIMITS[`${width}.${format}`] ?? Number.POSITIVE_INFINITY;
      let quality = format === "avif" ? 50 : 78;
      let data;
      do {
        const image = sharp(picture.data, { raw: picture.info }).resize(width, width, { kernel: "lanczos3" });
        // Effort above 4 takes AVIF three times as long and saves one byte in a hundred.
        data = await (format === "avif"
          ? image.avif({ quality, effort: 4 })
          : image.webp({ quality, effort: 6 })
        ).toBuffer();
        quality -= 4;
      } while (data.length > limit && quality > 20);
      const name = fileName(job, width, format);
      writeFileSync(`${name}.part`, data);
      renameSync(`${name}.part`, name);
    }
  }
  if (!options.layers) rmSync(`${job.prefix}.shoe.png`);
}

/** One Blender run; pictures are encoded while the next ones are rendered. */
function render(jobs, work) {
  const batch = join(work, "jobs.json");
  writeFileSync(
    batch,
    JSON.stringify(
      jobs.map((job) => ({
        ...job.options,
        view: job.view,
        size: SIZE,
        samples: Number(options.samples),
        threads: Number(options.threads),
        out: job.prefix,
      })),
    ),
  );
  const byPrefix = new Map(jobs.map((job) => [job.prefix, job]));
  let encoding = Promise.resolve();
  return new Promise((done, reject) => {
    const args = [
      "-n",
      "19",
      "blender",
      "-b",
      "--python-exit-code",
      "1",
      "-P",
      join(here, "footwear.py"),
      "--",
      "--batch",
      batch,
    ];
    const blender = spawn("nice", args, { stdio: ["ignore", "pipe", "inherit"] });
    const stop = () => blender.kill();
    process.once("exit", stop);
    createInterface({ input: blender.stdout }).on("line", (line) => {
      const job = line.startsWith("DONE ") && byPrefix.get(line.split(" ")[1]);
      if (job) {
        console.info(`${clock()} ${job.product} ${job.colour} ${job.view} ${line.split(" ").slice(2).join(" ")}`);
        encoding = encoding.then(() => encode(job));
        encoding.catch(reject);
      } else if (/^(UNKNOWN|BUILT|Error|Traceback|\S*Error:)/.test(line)) {
        console.info(`${clock()} ${line}`);
      }
    });
    blender.on("error", reject);
    blender.on("close", (code) => {
      process.off("exit", stop);
      if (code) reject(new Error(`blender ended with ${code}`));
      else encoding.then(done, reject);
    });
  });
}

const started = Date.now();
const clock = () => new Date(Date.now() - started).toISOString().slice(11, 19);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));

let jobs = wanted().filter((job) => (!options.only || job.product === options.only) && isMissing(job));
if (options.limit) jobs = jobs.slice(0, Number(options.limit));
console.info(`${jobs.length} pictures are missing`);
if (options.list) {
  for (const job of jobs) console.info(`${job.product}/${job.colour}-${job.view}`);
} else {
  const work = mkdtempSync(join(tmpdir(), "studio-"));
  process.on("exit", () => rmSync(work, { recursive: true, force: true }));
  for (const job of jobs)
    job.prefix = join(options.layers ? resolve(options.layers) : work, `${job.product}.${job.colour}.${job.view}`);
  const layers = (job) => ["shoe", "shadow"].every((layer) => existsSync(`${job.prefix}.${layer}.png`));
  const toRender = jobs.filter((job) => !layers(job));
  for (const job of jobs.filter(layers)) await encode(job);
  for (const phase of new Set(toRender.map((job) => job.phase))) {
    await render(
      toRender.filter((job) => job.phase === phase),
      work,
    );
  }
  const bytes = jobs.flatMap((job) =>
    WIDTHS.flatMap((width) => FORMATS.map((format) => statSync(fileName(job, width, format)).size)),
  );
  console.info(`${clock()} ${bytes.length} files, ${(bytes.reduce((a, b) => a + b, 0) / 1e6).toFixed(1)} MB`);
}
