import { findOwn } from "#src/shared/find-own.ts";

/** Detects the type from the bytes, regardless of the declared type. Undefined when it isn't a picture that browsers may show. */
export function sniffPictureType(bytes: Uint8Array): PictureType | undefined {
  return PICTURES.find(({ marks }) =>
    marks.every(([at, mark]) => mark.every((byte, index) => bytes[at + index] === byte)),
  )?.type;
}

/** EXIF in JPEG, WebP and PNG, and XMP in all of them: where and when a photo was taken. */
const DETAILS =
  /Exif\0\0|(?:EXIF[\s\S]{4}|eXIf)(?:II\*\0|MM\0\*)|http:\/\/ns\.adobe\.com\/xap|XML:com\.adobe\.xmp/;

/** Returns whether a picture has metadata such as where it was taken. */
export function hasMetadata(bytes: Buffer): boolean {
  return DETAILS.test(bytes.toString("latin1"));
}

export type PictureType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

const asciiBytes = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

/** Signatures by byte offset. SVG is excluded because it can contain scripts. */
const PICTURES: readonly {
  readonly type: PictureType;
  readonly marks: readonly (readonly [at: number, mark: readonly number[]])[];
}[] = [
  { type: "image/jpeg", marks: [[0, [0xff, 0xd8, 0xff]]] },
  { type: "image/png", marks: [[0, [0x89, ...asciiBytes("PNG\r\n"), 0x1a, 0x0a]]] },
  { type: "image/gif", marks: [[0, asciiBytes("GIF8")]] },
  {
    type: "image/webp",
    marks: [
      [0, asciiBytes("RIFF")],
      [8, asciiBytes("WEBP")],
    ],
  },
];

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "application/pdf": "pdf",
  "text/vcard": "vcf",
  "text/x-vcard": "vcf",
  "video/mp4": "mp4",
  "video/3gpp": "3gp",
  "audio/amr": "amr",
  "audio/mpeg": "mp3",
  "audio/mp4": "m4a",
};

export function extensionOf(type: string | null): string {
  return findOwn(EXTENSIONS, type ?? "") ?? "bin";
}

export function isPicture(type: string | null): boolean {
  return type?.startsWith("image/") ?? false;
}

/** The type to store: the detected picture type, else the declared type if it is a known kind of file. */
export function storedType(bytes: Uint8Array, declaredType: string): string {
  const plain = declaredType.split(";")[0]?.trim().toLowerCase() ?? "";
  const known =
    findOwn(EXTENSIONS, plain) && !isPicture(plain) ? plain : "application/octet-stream";
  return sniffPictureType(bytes) ?? known;
}
