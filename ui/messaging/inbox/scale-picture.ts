import { base64Of } from "#ui/platform/settings/base64.ts";

/** Ten of these fit into the 5 MB limit of a text. */
const LONGEST_PX = 1600;
const QUALITY = 0.8;
const SMALL_BYTES = 400 * 1024;

/** Returns base64. Photos are redrawn, which removes where they were taken; small drawings and animations are unchanged. */
export async function scaledDown(file: File): Promise<string> {
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
