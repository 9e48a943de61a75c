import * as z from "zod/mini";
import { get, post } from "#src/shared/endpoint.ts";

/** A text between the salon and a client's phone, which the demo simulates. */
const DemoText = z.object({
  id: z.string(),
  phone: z.string(),
  fromClient: z.boolean(),
  body: z.string(),
  at: z.string(),
});
export type DemoText = z.infer<typeof DemoText>;

export const MAX_DEMO_TEXTS = 200;

/** Mounted only by `parlor demo`. */
export const demoPhone = {
  /** The newest texts of all phones since the demo was started, newest first. */
  texts: get("/api/demo/texts", { reply: z.array(DemoText), etag: false }),
  reply: post("/api/demo/texts", {
    body: z.object({
      phone: z.string().check(z.regex(/^\+\d{8,15}$/, "Choose a phone")),
      body: z.string().check(z.trim(), z.minLength(1, "Write a text"), z.maxLength(1600)),
    }),
  }),
};
