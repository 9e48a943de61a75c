import { inflateSync } from "node:zlib";

const MAX_BYTES = 300 * 1024;
const MAX_PIXELS = 4_000;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const DATA_URL = /^data:image\/png;base64,([A-Za-z0-9+/]+=*)$/;
/** Bytes per pixel by color type, at eight bits per sample: gray, RGB, gray with alpha, RGBA. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/**
 * Decodes a drawn signature's data URL. Returns undefined if it is not a PNG as a canvas draws it, is
 * too large, or can't be decoded: a signature that can't be printed must be refused before payment.
 */
export function decodePng(dataUrl: string): Uint8Array | undefined {
  const [, base64] = DATA_URL.exec(dataUrl) ?? [];
  if (base64 === undefined || base64.length > (MAX_BYTES * 4) / 3) return undefined;
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length < 33 || !PNG_SIGNATURE.every((byte, at) => bytes[at] === byte)) return undefined;
  return hasPixels(bytes) ? new Uint8Array(bytes) : undefined;
}

/** Inflates the pixels. The output is bounded by the dimensions, so that a few bytes can't become gigabytes. */
function hasPixels(bytes: Buffer): boolean {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const [depth = 0, colorType = 0, , , interlaced = 0] = bytes.subarray(24, 29);
  const samples = SAMPLES[colorType];
  if (samples === undefined || depth !== 8 || interlaced !== 0) return false;
  if (width === 0 || height === 0 || width > MAX_PIXELS || height > MAX_PIXELS) return false;
  const size = height * (1 + width * samples);
  try {
    return inflateSync(imageData(bytes), { maxOutputLength: size }).length === size;
  } catch {
    return false;
  }
}

function imageData(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = PNG_SIGNATURE.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(parts);
}
