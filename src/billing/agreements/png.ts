const MOST_BYTES = 300 * 1024;
const MOST_PIXELS = 4_000;
const SIGN = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const DATA_URL = /^data:image\/png;base64,([A-Za-z0-9+/]+=*)$/;

/** The bytes of a drawn signature's data URL; undefined when it is no PNG, or larger than any pen draws. */
export function pngOf(dataUrl: string): Uint8Array | undefined {
  const [, base64] = DATA_URL.exec(dataUrl) ?? [];
  if (base64 === undefined || base64.length > (MOST_BYTES * 4) / 3) return undefined;
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length < 33 || !SIGN.every((byte, at) => bytes[at] === byte)) return undefined;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const isSane = width > 0 && height > 0 && width <= MOST_PIXELS && height <= MOST_PIXELS;
  return isSane ? new Uint8Array(bytes) : undefined;
}
