import { inflateSync } from "node:zlib";

const HEADER = 44;
const ENTRY = 20;

/**
 * Unpacks the TrueType font of a WOFF 1.0 file (W3C, sections 3 to 5). pdfkit accepts WOFF too, but
 * unpacks a table again for every glyph, which takes four seconds per page.
 */
export function unpackWoff(woff: Uint8Array): Buffer {
  const from = Buffer.from(woff.buffer, woff.byteOffset, woff.byteLength);
  if (from.toString("latin1", 0, 4) !== "wOFF") throw new Error("not a WOFF file");
  const count = from.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => readTable(from, HEADER + at * ENTRY));

  const head = Buffer.alloc(12 + count * 16);
  from.copy(head, 0, 4, 8);
  const power = 2 ** Math.floor(Math.log2(count));
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);
  let offset = head.length;
  tables.forEach(({ tag, checksum, bytes }, at) => {
    const entry = 12 + at * 16;
    tag.copy(head, entry);
    checksum.copy(head, entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(bytes.length, entry + 12);
    offset += paddedLength(bytes.length);
  });
  const bodies = tables.flatMap(({ bytes }) => [
    bytes,
    Buffer.alloc(paddedLength(bytes.length) - bytes.length),
  ]);
  return Buffer.concat([head, ...bodies]);
}

function readTable(from: Buffer, entry: number) {
  const offset = from.readUInt32BE(entry + 4);
  const packed = from.readUInt32BE(entry + 8);
  const length = from.readUInt32BE(entry + 12);
  const stored = from.subarray(offset, offset + packed);
  return {
    tag: from.subarray(entry, entry + 4),
    checksum: from.subarray(entry + 16, entry + 20),
    bytes: packed < length ? inflateSync(stored) : stored,
  };
}

/** Rounds up to a multiple of four, where TrueType tables begin. */
function paddedLength(length: number): number {
  return Math.ceil(length / 4) * 4;
}
