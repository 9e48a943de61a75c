import * as z from "zod/mini";
import { file, post, remove } from "#src/shared/endpoint.ts";

export const MOST_PICTURES = 10;
/** Of one text's pictures together: what carriers take. */
export const MOST_PICTURE_BYTES = 5 * 1024 * 1024;

/** A picture or file of a text, as its bubble shows it; `/api/media/:id` has the bytes. */
export const Media = z.object({
  id: z.number(),
  /** A picture can be shown; anything else is a file to save. */
  kind: z.enum(["picture", "file"]),
  /** On its way to us, here, not to be had, or deleted for its age. */
  state: z.enum(["waiting", "stored", "failed", "gone"]),
  /** Why it is not here, in plain words. */
  words: z.nullable(z.string()),
  name: z.string(),
  size: z.nullable(z.number()),
});
export type Media = z.infer<typeof Media>;

/** A third more than the bytes, and the rest of the JSON. */
const UPLOAD_LIMIT = Math.ceil((MOST_PICTURE_BYTES * 4) / 3) + 1024;

export const media = {
  /** Shown in a page, or saved; for staff who see the inbox. */
  one: file("/api/media/:id"),
  /** A picture that is about to be sent, in base64. It is forgotten unless a text takes it along. */
  upload: post("/api/media", {
    body: z.object({ data: z.string().check(z.minLength(1, "Choose a picture first")) }),
    reply: Media,
    status: 201,
    limit: UPLOAD_LIMIT,
  }),
  remove: remove("/api/media/:id"),
};
