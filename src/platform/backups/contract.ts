import * as z from "zod/mini";
import { get, post } from "#src/shared/endpoint.ts";

const Backups = z.object({
  running: z.boolean(),
  /** The last try, good or not. */
  last: z.nullable(
    z.object({
      at: z.string(),
      ok: z.boolean(),
      /** Why not, for a person; empty when it went well. */
      words: z.string(),
      bytes: z.nullable(z.number()),
    }),
  ),
  lastGoodAt: z.nullable(z.string()),
  /** False in the demo, which makes them by hand only. */
  nightly: z.boolean(),
  /** Where on the server, and at which hour of the business's day. */
  folder: z.string(),
  time: z.string(),
  kept: z.number(),
});
export type Backups = z.infer<typeof Backups>;

export const backups = {
  read: get("/api/backups", { reply: Backups, reads: ["backups"] }),
  /** Begins one; the answer comes at once, the result as a server event. */
  make: post("/api/backups", { reply: Backups }),
};
