import { inflateSync } from "node:zlib";

const HEADER = 44;
const ENTRY = 20;

/**
 * The TrueType font inside a WOFF 1.0 file (W3C, sections 3 to 5): its tables, unpacked. The library that
 * draws takes WOFF too, but unpacks a table anew with each letter: four seconds for a page.
 */
export function unpackWoff(woff: Uint8Array): Buffer {
  const from = Buffer.from(woff.buffer, woff.byteOffset, woff.byteLength);
  if (from.toString("latin1", 0, 4) !== "wOFF") throw new Error("not a WOFF file");
  const count = from.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => tableAt(from, HEADER + at * ENTRY));

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
    offset += padded(bytes.length);
  });
  const bodies = tables.flatMap(({ bytes }) => [
    bytes,
    Buffer.alloc(padded(bytes.length) - bytes.length),
  ]);
  return Buffer.concat([head, ...bodies]);
}

function tableAt(from: Buffer, entry: number) {
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

/** Tables begin at multiples of four. */
function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}
