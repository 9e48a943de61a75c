import { expect, test } from "bun:test";
import { crc32, deflateSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { normalizePng } from "#src/billing/agreements/png.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOR_TYPES = { 1: 0, 2: 4, 3: 2, 4: 6 } as const;

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly samples: 1 | 2 | 3 | 4;
  readonly filters: readonly number[];
  readonly pixels: Uint8Array;
}

/** Encodes by the definition: each byte minus what its filter predicts. */
function encodePicture(
  { width, height, samples, filters, pixels }: Picture,
  extra = "tEXt",
): string {
  const row = width * samples;
  const rows = Array.from({ length: height }, (_, y) => {
    const filter = filters[y] ?? 0;
    const bytes = Array.from({ length: row }, (_, x) => {
      const at = (dx: number, dy: number) =>
        x - dx < 0 || y - dy < 0 ? 0 : (pixels[(y - dy) * row + x - dx] ?? 0);
      const [a, b, c] = [at(samples, 0), at(0, 1), at(samples, 1)];
      const nearest = [a, b, c].toSorted(
        (one, other) => Math.abs(a + b - c - one) - Math.abs(a + b - c - other),
      )[0];
      const guess = [0, a, b, Math.floor((a + b) / 2), nearest ?? 0][filter] ?? 0;
      return (at(0, 0) - guess) & 255;
    });
    return Buffer.from([filter, ...bytes]);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOR_TYPES[samples]], 8);
  const file = Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk(extra, Buffer.from("<script>hidden</script>")),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
    Buffer.from("after the end"),
  ]);
  return `data:image/png;base64,${file.toString("base64")}`;
}

/** The pixels of a file whose rows have no filter. */
function pixelsOf(png: Uint8Array, { width, height, samples }: Picture): Buffer {
  const file = Buffer.from(png);
  const start = file.indexOf("IDAT") + 4;
  const rows = inflateSync(file.subarray(start, start + file.readUInt32BE(start - 8)));
  const row = width * samples;
  return Buffer.concat(
    Array.from({ length: height }, (_, y) => rows.subarray(y * (row + 1) + 1, (y + 1) * (row + 1))),
  );
}

const picture = fc
  .record({
    width: fc.integer({ min: 1, max: 12 }),
    height: fc.integer({ min: 1, max: 8 }),
    samples: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const),
  })
  .chain((size) =>
    fc.record({
      width: fc.constant(size.width),
      height: fc.constant(size.height),
      samples: fc.constant(size.samples),
      filters: fc.array(fc.integer({ min: 0, max: 4 }), {
        minLength: size.height,
        maxLength: size.height,
      }),
      pixels: fc.uint8Array({
        minLength: size.width * size.height * size.samples,
        maxLength: size.width * size.height * size.samples,
      }),
    }),
  );

test("a signature keeps its pixels and nothing else", () => {
  fc.assert(
    fc.property(picture, (drawn) => {
      const png = normalizePng(encodePicture(drawn));
      if (!png) throw new Error("refused");
      expect(pixelsOf(png, drawn).equals(Buffer.from(drawn.pixels))).toBe(true);
      expect(Buffer.from(png).toString("latin1")).not.toMatch(/tEXt|script|after the end/);
    }),
  );
});

const SMALL: Picture = {
  width: 2,
  height: 2,
  samples: 1,
  filters: [0, 0],
  pixels: new Uint8Array(4),
};

test.each([
  ["more pixels than a signature field has", { width: 4_000, height: 300 }],
  ["no pixels", { height: 0 }],
  ["an unknown filter", { filters: [0, 5] }],
])("%s is refused", (_, change) => {
  expect(normalizePng(encodePicture(SMALL))).toBeDefined();
  const drawn = { ...SMALL, ...change };
  const pixels = new Uint8Array(drawn.width * drawn.height);
  expect(normalizePng(encodePicture({ ...drawn, pixels }))).toBeUndefined();
});
