import * as z from "zod/mini";
import { get, post } from "#src/shared/endpoint.ts";

const Backups = z.object({
  running: z.boolean(),
  /** The last attempt, successful or not. */
  last: z.nullable(
    z.object({
      at: z.string(),
      ok: z.boolean(),
      /** Why it failed, as shown to staff; empty on success. */
      message: z.string(),
      bytes: z.nullable(z.number()),
    }),
  ),
  lastGoodAt: z.nullable(z.string()),
  /** False in the demo, which only makes manual backups. */
  nightly: z.boolean(),
  /** A folder on the server. */
  folder: z.string(),
  /** "HH:mm" in the business's time zone. */
  time: z.string(),
  kept: z.number(),
});
export type Backups = z.infer<typeof Backups>;

export const backups = {
  read: get("/api/backups", { reply: Backups, reads: ["backups"] }),
  /** Starts a backup and replies at once; a server event announces the result. */
  make: post("/api/backups", { reply: Backups }),
};
