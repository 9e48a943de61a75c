import { crc32 } from "node:zlib";

const END = 0x06_05_4b_50;
const END_64_LOCATOR = 0x07_06_4b_50;
const END_64 = 0x06_06_4b_50;
const ENTRY = 0x02_01_4b_50;
const CONTENT = 0x04_03_4b_50;

/** The end record with the longest comment. */
const MAX_END_BYTES = 22 + 0xff_ff;
const LOCATOR_BYTES = 20;
const STORED = 0;
const DEFLATED = 8;
/** In a 32-bit field: the value is in the entry's Zip64 field. */
const IN_ZIP64 = 0xff_ff_ff_ff;
const ZIP64_FIELD = 1;

/** The file isn't an intact ZIP. */
export class BadZip extends Error {
  override readonly name = "BadZip";
}

export interface ZipEntry {
  readonly name: string;
  /** Reads the content in pieces. @throws BadZip at the end, when it isn't what was packed */
  readonly read: () => AsyncGenerator<Uint8Array>;
}

/** Reads the directory of a ZIP of any size, by name. The contents are read later. @throws BadZip */
export async function openZip(path: string): Promise<ReadonlyMap<string, ZipEntry>> {
  const file = Bun.file(path);
  try {
    const { offset, size } = await findDirectory(file);
    const directory = await viewOf(file, offset, offset + size);
    const entries = new Map<string, ZipEntry>();
    for (let at = 0; at < directory.byteLength; ) {
      if (directory.getUint32(at, true) !== ENTRY) throw new BadZip("The directory is damaged");
      const { entry, length } = readEntry(file, directory, at);
      entries.set(entry.name, entry);
      at += length;
    }
    return entries;
  } catch (error) {
    if (error instanceof RangeError) throw new BadZip("The directory is incomplete");
    throw error;
  }
}

async function viewOf(file: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await file.slice(from, to).arrayBuffer());
}

async function findDirectory(file: Blob): Promise<{ offset: number; size: number }> {
  const start = Math.max(0, file.size - MAX_END_BYTES);
  const tail = await viewOf(file, start, file.size);
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1;
  if (at < 0) throw new BadZip("The end is missing");
  const locator = start + at - LOCATOR_BYTES;
  const before = await viewOf(file, Math.max(0, locator), start + at);
  if (before.byteLength < LOCATOR_BYTES || before.getUint32(0, true) !== END_64_LOCATOR)
    return { size: tail.getUint32(at + 12, true), offset: tail.getUint32(at + 16, true) };
  const end = Number(before.getBigUint64(8, true));
  const record = await viewOf(file, end, end + 56);
  if (record.getUint32(0, true) !== END_64) throw new BadZip("The end is damaged");
  return {
    size: Number(record.getBigUint64(40, true)),
    offset: Number(record.getBigUint64(48, true)),
  };
}

interface Packed {
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  /** Where its own header begins. */
  readonly offset: number;
}

function readEntry(
  file: Blob,
  directory: DataView,
  at: number,
): { entry: ZipEntry; length: number } {
  const nameLength = directory.getUint16(at + 28, true);
  const extraLength = directory.getUint16(at + 30, true);
  const nameAt = at + 46;
  const name = new TextDecoder().decode(
    new Uint8Array(directory.buffer, directory.byteOffset + nameAt, nameLength),
  );
  const wide = readWideFields(directory, nameAt + nameLength, extraLength);
  const field = (position: number) => {
    const value = directory.getUint32(at + position, true);
    return value === IN_ZIP64 ? (wide.shift() ?? value) : value;
  };
  // The Zip64 field has those that are missing, in this order.
  const size = field(24);
  const packedSize = field(20);
  const packed: Packed = {
    method: directory.getUint16(at + 10, true),
    crc: directory.getUint32(at + 16, true),
    size,
    packedSize,
    offset: field(42),
  };
  return {
    entry: { name, read: () => readContent(file, name, packed) },
    length: 46 + nameLength + extraLength + directory.getUint16(at + 32, true),
  };
}

function readWideFields(directory: DataView, start: number, length: number): number[] {
  for (let at = start; at + 4 <= start + length; ) {
    const size = directory.getUint16(at + 2, true);
    if (directory.getUint16(at, true) === ZIP64_FIELD)
      return Array.from({ length: Math.floor(size / 8) }, (_, index) =>
        Number(directory.getBigUint64(at + 4 + index * 8, true)),
      );
    at += 4 + size;
  }
  return [];
}

async function* readContent(
  file: Blob,
  name: string,
  { method, crc, packedSize, size, offset }: Packed,
): AsyncGenerator<Uint8Array> {
  const header = await viewOf(file, offset, offset + 30);
  if (header.byteLength < 30 || header.getUint32(0, true) !== CONTENT)
    throw new BadZip(`${name} is missing`);
  if (method !== STORED && method !== DEFLATED)
    throw new BadZip(`${name} is compressed in a way Parlor can't read`);
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = file.slice(start, start + packedSize).stream();
  const unpacked =
    method === STORED ? packed : packed.pipeThrough(new DecompressionStream("deflate-raw"));
  let sum = 0;
  let read = 0;
  try {
    for await (const piece of unpacked) {
      sum = crc32(piece, sum);
      read += piece.length;
      yield piece;
    }
  } catch (error) {
    // What zlib says about damaged data.
    if (error instanceof TypeError || error instanceof RangeError)
      throw new BadZip(`${name} is damaged`);
    throw error;
  }
  if (read !== size || sum !== crc) throw new BadZip(`${name} is damaged`);
}
