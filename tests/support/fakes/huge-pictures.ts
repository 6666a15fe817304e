import { deflateSync } from "node:zlib";
import sharp from "sharp";

/** Small files that hold, or claim to hold, huge pictures. */

/** A picture of 64 × 64 px whose header claims a far larger size. */
export async function claiming(format: "png" | "jpeg" | "gif" | "webp" | "avif"): Promise<Buffer> {
  const small = sharp({ create: { width: 64, height: 64, channels: 3, background: "#2b5f95" } });
  // Lossless WebP is the kind whose frame begins with its size.
  const content = await small.toFormat(format, format === "webp" ? { lossless: false } : {}).toBuffer();
  switch (format) {
    case "png":
      return Buffer.concat([
        content.subarray(0, 8),
        pngChunk("IHDR", header(60_000, 60_000, content[24] ?? 8, content[25] ?? 2)),
        content.subarray(33),
      ]);
    case "jpeg": {
      const frame = [0xc0, 0xc2].map((mark) => content.indexOf(Buffer.from([0xff, mark]))).find((at) => at > 0) ?? 0;
      content.writeUInt16BE(60_000, frame + 5);
      content.writeUInt16BE(60_000, frame + 7);
      return content;
    }
    case "gif": {
      const frame = content.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 64, 0, 64, 0]));
      for (const at of [6, 8, frame + 5, frame + 7]) content.writeUInt16LE(60_000, at);
      return content;
    }
    case "webp": {
      const frame = content.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
      for (const at of [frame + 3, frame + 5]) content.writeUInt16LE(16_383, at);
      return content;
    }
    case "avif": {
      const size = content.indexOf("ispe") + 8;
      for (const at of [size, size + 4]) content.writeUInt32BE(30_000, at);
      return content;
    }
  }
}

/** A complete PNG of one colour, one bit a pixel, which compresses to almost nothing. */
export function blank(width: number, height: number): Buffer {
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const chunks = [
    pngChunk("IHDR", header(width, height, 1, 0)),
    pngChunk("IDAT", rows),
    pngChunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks]);
}

function header(width: number, height: number, depth: number, colour: number): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content.set([depth, colour, 0, 0, 0], 8);
  return content;
}

function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.byteLength);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** zlib.crc32 is younger than Node 20. */
function crc32(content: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of content) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
