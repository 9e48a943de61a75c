import * as z from "zod/mini";
import { get, patch, post, remove } from "#src/shared/endpoint.ts";
import { requiredText } from "#src/shared/required-text.ts";

export const MAX_QUICK_REPLIES = 100;

const QuickReply = z.object({
  id: z.number(),
  title: z.string(),
  /** May contain {firstName|there} and {name}, which are filled in for the client. */
  body: z.string(),
});
export type QuickReply = z.infer<typeof QuickReply>;

const Title = requiredText("Title", 60);
const Body = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "Text is required"),
    z.maxLength(1600, "A text can be up to 1,600 characters"),
  );

export const quickReplies = {
  /** In the order set by the salon. */
  list: get("/api/quick-replies", { reply: z.array(QuickReply), reads: ["quick-replies"] }),
  create: post("/api/quick-replies", {
    body: z.object({ title: Title, body: Body }),
    reply: QuickReply,
    status: 201,
    changes: ["quick-replies"],
  }),
  change: patch("/api/quick-replies/:id", {
    body: z.object({
      title: z.optional(Title),
      body: z.optional(Body),
      /** Its position in the list, from 0. */
      place: z.optional(z.number().check(z.int(), z.gte(0), z.lte(MAX_QUICK_REPLIES))),
    }),
    reply: QuickReply,
    changes: ["quick-replies"],
  }),
  remove: remove("/api/quick-replies/:id", { changes: ["quick-replies"] }),
};
