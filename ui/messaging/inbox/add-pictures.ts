import { MAX_PICTURES, media } from "#src/messaging/media/contract.ts";
import { type Api, errorMessage } from "#ui/api.ts";
import type { Toasts } from "#ui/kit/toasts.tsx";
import { base64Of } from "#ui/platform/settings/base64.ts";
import type { DraftKeeper, Picture } from "./draft.ts";

const TAKEN = "Only JPEG, PNG, GIF and WebP pictures can be sent.";
/** Ten of these fit into the 5 MB limit of a text. */
const LONGEST_PX = 1600;
const QUALITY = 0.8;
const SMALL_BYTES = 400 * 1024;

interface Adding extends DraftKeeper {
  readonly api: Api;
  readonly toasts: Toasts;
  /** Takes a picture out of the draft. */
  readonly drop: (preview: string) => void;
}

/** Adds pictures to a draft and uploads them. What can't be sent is refused with a toast. Loaded with the first picture. */
export function addPictures(adding: Adding, files: readonly File[]): void {
  const refuse = (reason: string) => adding.toasts.error("Picture not added", reason);
  const pictures = files.filter(({ type }) => type.startsWith("image/"));
  if (pictures.length < files.length) refuse(TAKEN);
  const remaining = MAX_PICTURES - adding.draft.peek().pictures.length;
  if (pictures.length > remaining) refuse(`Add up to ${MAX_PICTURES} pictures.`);
  for (const file of pictures.slice(0, remaining))
    addPicture(adding, file).catch((error: unknown) => refuse(errorMessage(error, TAKEN)));
}

async function addPicture({ draft, write, api, drop }: Adding, file: File): Promise<void> {
  const preview = URL.createObjectURL(file);
  const before = draft.peek();
  const waiting: Picture = { preview, name: file.name || "picture", media: undefined };
  write({ ...before, pictures: [...before.pictures, waiting] });
  try {
    const uploaded = await api(media.upload, { body: { data: await scaledDown(file) } });
    const now = draft.peek();
    // Removed during the upload.
    if (!now.pictures.some((one) => one.preview === preview)) return;
    write({
      ...now,
      pictures: now.pictures.map((one) =>
        one.preview === preview ? { ...one, media: uploaded } : one,
      ),
    });
  } catch (error) {
    drop(preview);
    throw error;
  }
}

/** Returns base64. Photos are redrawn, which removes where they were taken; small drawings and animations are unchanged. */
async function scaledDown(file: File): Promise<string> {
  const isDrawing = file.type === "image/png" && file.size <= SMALL_BYTES;
  const unscaled = file.type === "image/gif" || isDrawing;
  return base64Of(unscaled ? file : ((await scaleDown(file)) ?? file));
}

async function scaleDown(file: File): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file);
  const share = Math.min(1, LONGEST_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * share);
  canvas.height = Math.round(bitmap.height * share);
  const context = canvas.getContext("2d");
  if (!context) return null;
  // JPEG has no transparency, and transparent areas would turn black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}
