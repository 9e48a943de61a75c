/** What the bytes are, whatever anybody says they are. Undefined: no picture that a browser may show. */
export function pictureType(bytes: Uint8Array): PictureType | undefined {
  return PICTURES.find(({ marks }) =>
    marks.every(([at, mark]) => mark.every((byte, index) => bytes[at + index] === byte)),
  )?.type;
}

export type PictureType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

/** First bytes, by place. SVG is none of these on purpose: it can hold script. */
const PICTURES: readonly {
  readonly type: PictureType;
  readonly marks: readonly (readonly [at: number, mark: readonly number[]])[];
}[] = [
  { type: "image/jpeg", marks: [[0, [0xff, 0xd8, 0xff]]] },
  { type: "image/png", marks: [[0, [0x89, ...letters("PNG\r\n"), 0x1a, 0x0a]]] },
  { type: "image/gif", marks: [[0, letters("GIF8")]] },
  {
    type: "image/webp",
    marks: [
      [0, letters("RIFF")],
      [8, letters("WEBP")],
    ],
  },
];

const ENDINGS: Readonly<Record<string, string>> = {
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

export function endingOf(type: string | null): string {
  return ENDINGS[type ?? ""] ?? "bin";
}

export function isPicture(type: string | null): boolean {
  return type?.startsWith("image/") ?? false;
}

/** As it is stored: a picture's own type, else what was said of it where we know that kind of file. */
export function storedType(bytes: Uint8Array, said: string): string {
  const plain = said.split(";")[0]?.trim().toLowerCase() ?? "";
  const known = plain in ENDINGS && !isPicture(plain) ? plain : "application/octet-stream";
  return pictureType(bytes) ?? known;
}
