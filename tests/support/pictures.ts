/** A PNG of one pixel, followed by as many bytes as asked for. */
export function png(size = 68): Uint8Array {
  const bytes = new Uint8Array(Math.max(size, PIXEL.length));
  bytes.set(PIXEL);
  return bytes;
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);
