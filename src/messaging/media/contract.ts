import * as z from "zod/mini";
import { file, post, remove } from "#src/shared/endpoint.ts";

export const MAX_PICTURES = 10;
/** The total size of a text's pictures that carriers accept. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** A picture or file of a text, as its bubble shows it; `/api/media/:id` has the bytes. */
export const Media = z.object({
  id: z.number(),
  /** A picture can be shown; anything else is a file to save. */
  kind: z.enum(["picture", "file"]),
  /** To be fetched, stored, failed to fetch, or deleted for its age. */
  state: z.enum(["waiting", "stored", "failed", "gone"]),
  /** Why the file is not available, as text for staff. */
  message: z.nullable(z.string()),
  name: z.string(),
  size: z.nullable(z.number()),
});
export type Media = z.infer<typeof Media>;

/** A third more than the bytes, and the rest of the JSON. */
const UPLOAD_LIMIT = Math.ceil((MAX_PICTURE_BYTES * 4) / 3) + 1024;

export const media = {
  /** The file's bytes, shown inline or downloaded. */
  one: file("/api/media/:id"),
  /** Uploads a picture in base64. It is deleted after a day unless a text includes it. */
  upload: post("/api/media", {
    body: z.object({ data: z.string().check(z.minLength(1, "Choose a picture first")) }),
    reply: Media,
    status: 201,
    limit: UPLOAD_LIMIT,
  }),
  remove: remove("/api/media/:id"),
};
