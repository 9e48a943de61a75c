const MAX_BYTES = 300 * 1024;
const MAX_PIXELS = 4_000;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const DATA_URL = /^data:image\/png;base64,([A-Za-z0-9+/]+=*)$/;

/** Decodes a drawn signature's data URL; returns undefined if it is not a PNG or is too large. */
export function decodePng(dataUrl: string): Uint8Array | undefined {
  const [, base64] = DATA_URL.exec(dataUrl) ?? [];
  if (base64 === undefined || base64.length > (MAX_BYTES * 4) / 3) return undefined;
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length < 33 || !PNG_SIGNATURE.every((byte, at) => bytes[at] === byte)) return undefined;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const isValidSize = width > 0 && height > 0 && width <= MAX_PIXELS && height <= MAX_PIXELS;
  return isValidSize ? new Uint8Array(bytes) : undefined;
}
