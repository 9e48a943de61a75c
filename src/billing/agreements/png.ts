import { deflateSync, inflateSync } from "node:zlib";

const MAX_BYTES = 300 * 1024;
/** More than the widest signature field has on a sharp screen. The slowest image of this size takes 40 ms. */
const MAX_PIXELS = 800_000;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const DATA_URL = /^data:image\/png;base64,([A-Za-z0-9+/]+=*)$/;
/** Bytes per pixel by color type, at eight bits per sample: gray, RGB, gray with alpha, RGBA. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/**
 * Decodes a drawn signature's data URL and encodes its pixels again, so that nothing else of what was
 * sent is stored or printed. Returns undefined if it is not a PNG as a canvas draws it, is too large, or
 * can't be decoded: a signature that can't be printed must be refused before payment.
 */
export function normalizePng(dataUrl: string): Uint8Array | undefined {
  const [, base64] = DATA_URL.exec(dataUrl) ?? [];
  if (base64 === undefined || base64.length > (MAX_BYTES * 4) / 3) return undefined;
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const [depth = 0, colorType = 0, , , interlaced = 0] = bytes.subarray(24, 29);
  const samples = SAMPLES[colorType];
  if (samples === undefined || depth !== 8 || interlaced !== 0) return undefined;
  if (width === 0 || height === 0 || width * height > MAX_PIXELS) return undefined;
  const pixels = readPixels(bytes, height, width * samples, samples);
  return pixels && encodePng(bytes.subarray(16, 29), pixels);
}

/**
 * Inflates the rows and undoes their filters (PNG, section 9). The output is bounded by the dimensions, so
 * that a few bytes can't become gigabytes. Returns rows with filter 0.
 */
function readPixels(
  bytes: Buffer,
  height: number,
  rowLength: number,
  step: number,
): Buffer | undefined {
  const stride = rowLength + 1;
  let rows: Buffer;
  try {
    rows = inflateSync(imageData(bytes), { maxOutputLength: height * stride });
  } catch {
    return undefined;
  }
  if (rows.length !== height * stride) return undefined;
  for (let row = 0; row < height; row += 1)
    if (!undoFilter(rows, row * stride, row === 0 ? undefined : stride, rowLength, step))
      return undefined;
  return rows;
}

/** Replaces a row's differences by its bytes, in place. Returns false for an unknown filter. */
function undoFilter(
  rows: Buffer,
  start: number,
  stride: number | undefined,
  rowLength: number,
  step: number,
): boolean {
  const filter = rows[start] ?? 0;
  if (filter > 4) return false;
  rows[start] = 0;
  if (filter === 0) return true;
  for (let at = start + 1; at <= start + rowLength; at += 1) {
    const isFirst = at - start <= step;
    const left = isFirst ? 0 : (rows[at - step] ?? 0);
    const above = stride === undefined ? 0 : (rows[at - stride] ?? 0);
    const corner = isFirst || stride === undefined ? 0 : (rows[at - stride - step] ?? 0);
    rows[at] = (rows[at] ?? 0) + predict(filter, left, above, corner);
  }
  return true;
}

function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** `header` is the data of the first chunk. Each row of pixels begins with its filter. */
export function encodePng(header: Uint8Array, pixels: Uint8Array): Uint8Array {
  return new Uint8Array(
    Buffer.concat([
      PNG_SIGNATURE,
      chunk("IHDR", header),
      chunk("IDAT", deflateSync(pixels)),
      chunk("IEND", new Uint8Array()),
    ]),
  );
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(Bun.hash.crc32(body), body.length + 4);
  return whole;
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
