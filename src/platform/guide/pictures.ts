import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, parse } from "node:path";

const FOLDER = join(import.meta.dir, "../../../docs/guide/pictures");
/** The pixels of a picture for each one of the page. */
export const PICTURE_SCALE = 1.5;

export interface GuidePicture {
  /** The name under which the build publishes it. */
  readonly published: string;
  /** In pixels of the page. */
  readonly width: number;
  readonly height: number;
}

/** Returns the guide's pictures by the names of their files. */
export function guidePictures(): ReadonlyMap<string, GuidePicture> {
  if (!existsSync(FOLDER)) return new Map();
  return new Map(
    readdirSync(FOLDER)
      .sort()
      .map((file) => {
        const bytes = readFileSync(join(FOLDER, file));
        const { name, ext } = parse(file);
        const hash = Bun.hash(bytes).toString(36).slice(0, 8);
        return [file, { published: `guide-${name}-${hash}${ext}`, ...sizeOf(bytes) }];
      }),
  );
}

/** Reads the size from the header that Chromium writes (RFC 9649, section 2.7). */
function sizeOf(webp: Buffer): { width: number; height: number } {
  if (webp.toString("latin1", 8, 16) !== "WEBPVP8X")
    throw new Error("This isn't a WebP of Chromium.");
  const pixels = (at: number) => Math.round((webp.readUIntLE(at, 3) + 1) / PICTURE_SCALE);
  return { width: pixels(24), height: pixels(27) };
}
