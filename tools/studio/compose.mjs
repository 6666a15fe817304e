// node compose.mjs prefix out.png [backdrop|none] [shadow strength] [shadow colour] [size] Lays the
// shoe over its blurred, warm-tinted shadow; with "none" the result keeps its alpha.
import { pathToFileURL } from "node:url";
import sharp from "sharp";

const ease = (t) => {
  const c = Math.max(0, Math.min(1, t));
  return c * c * (3 - 2 * c);
};

/**
 * Takes the grain out of a short render by a bilateral filter, which leaves edges alone: Debian's
 * Blender has no denoiser.
 */
async function calm(file, { radius = 2 } = {}) {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const out = Buffer.from(data);
  // Grain is stronger in light places; dark leather keeps its texture.
  const likeness = Float32Array.from({ length: 1024 }, (_, d) => Math.exp(-((d / 256) ** 2)));
  const window = [];
  for (let y = -radius; y <= radius; y++) {
    for (let x = -radius; x <= radius; x++)
      window.push([(y * width + x) * 4, Math.exp(-(x * x + y * y) / radius ** 2)]);
  }
  for (let y = radius; y < height - radius; y++) {
    for (let x = radius; x < width - radius; x++) {
      const i = (y * width + x) * 4;
      if (data[i + 3] < 255) continue;
      const [r, g, b] = [data[i], data[i + 1], data[i + 2]];
      const light = (0.3 * r + 0.6 * g + 0.1 * b) / 255;
      const keen = 256 / (3 * (3 + 24 * light ** 2));
      let [red, green, blue, sum] = [0, 0, 0, 0];
      for (const [offset, near] of window) {
        const j = i + offset;
        if (data[j + 3] < 255) continue;
        const distance = Math.abs(data[j] - r) + Math.abs(data[j + 1] - g) + Math.abs(data[j + 2] - b);
        const weight = near * likeness[Math.min(1023, Math.round(distance * keen))];
        red += weight * data[j];
        green += weight * data[j + 1];
        blue += weight * data[j + 2];
        sum += weight;
      }
      out[i] = red / sum + 0.5;
      out[i + 1] = green / sum + 0.5;
      out[i + 2] = blue / sum + 0.5;
    }
  }
  return { input: out, raw: info };
}

/**
 * @param prefix of the layers `${prefix}.shoe.png` and `${prefix}.shadow.png`
 * @param shoes side by side; the more there are, the finer is each shadow
 * @returns the finished picture as a sharp image
 */
export async function compose(
  prefix,
  { background = "#f6f1ea", strength = 0.9, tint = "#33251a", size, shoes = 1 } = {},
) {
  const { width, height } = await sharp(`${prefix}.shoe.png`).metadata();
  const shadow = await sharp(`${prefix}.shadow.png`).metadata();
  const alpha = await sharp(`${prefix}.shadow.png`).ensureAlpha().extractChannel(3).png().toBuffer();
  const layer = (sigma) =>
    sharp(alpha)
      .blur(Math.max(sigma, 0.5))
      .resize(width, height, { kernel: "cubic", fit: "fill" })
      .extractChannel(0)
      .raw()
      .toBuffer();
  // Crisp at the contact, soft where it spreads.
  const finer = Math.sqrt(shoes);
  const [near, mid] = await Promise.all([150, 60].map((d) => layer(shadow.width / d / finer)));
  const far = await layer(shadow.width / 20 / Math.sqrt(finer));
  const [r, g, b] = [1, 3, 5].map((i) => Number.parseInt(tint.slice(i, i + 2), 16));
  const rgba = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      // Nothing reaches the frame: the spread fades out early, the contact just before it.
      const [dx, dy] = [Math.min(x, width - 1 - x) / width, Math.min(y, height - 1 - y) / height].map((d) => d * finer);
      const spread = (far[i] / 255) ** 2 / (far[i] / 255 + 0.06);
      const soft = spread * ease(dx / 0.2) * ease(dy / 0.2);
      const contact = (near[i] / 255) * ease(Math.min(dx, dy) / 0.08);
      const opacity = (soft + (contact - soft) * ease((mid[i] / 255 - 0.18) / 0.3)) * strength;
      rgba.set([r, g, b, Math.round(opacity * 255)], i * 4);
    }
  }
  const laid = sharp(rgba, { raw: { width, height, channels: 4 } }).composite([await calm(`${prefix}.shoe.png`)]);
  let image = sharp(await laid.png({ compressionLevel: 1 }).toBuffer());
  if (background !== "none") image = image.flatten({ background });
  if (size) image = image.resize(size);
  return image;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , prefix, out, background, strength, tint, size] = process.argv;
  const image = await compose(prefix, {
    background,
    strength: strength && Number(strength),
    tint,
    size: size && Number(size),
  });
  await image.png().toFile(out);
}
