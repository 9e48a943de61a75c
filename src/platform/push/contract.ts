import * as z from "zod/mini";
import { get, post, remove } from "#src/shared/endpoint.ts";

export const PUSH_KINDS = ["reply", "request", "booking", "missed-call", "alert"] as const;
const PushKind = z.enum(PUSH_KINDS);
export type PushKind = z.infer<typeof PushKind>;

const Base64Url = (most: number) =>
  z.string().check(z.maxLength(most), z.regex(/^[\w-]+={0,2}$/, "This isn't a push key"));

/** A browser's `PushSubscription.toJSON()`, with the kinds of notifications that the user chose. */
const Subscription = z.object({
  endpoint: z
    .string()
    .check(
      z.maxLength(1_000),
      z.regex(/^https?:\/\/\S+$/, "This isn't a web address"),
      z.refine(URL.canParse, "This isn't a web address"),
    ),
  keys: z.object({ p256dh: Base64Url(200), auth: Base64Url(50) }),
  kinds: z.array(PushKind).check(z.maxLength(PUSH_KINDS.length)),
  /** Nothing is sent from 9 PM to 8 AM, business time. */
  quietAtNight: z.optional(z.boolean()),
});
export type Subscription = z.infer<typeof Subscription>;

const PushState = z.object({
  /** The kinds that this user's pages allow. */
  available: z.array(PushKind),
  /** The kinds this session's browser is notified of; null when it isn't subscribed. */
  kinds: z.nullable(z.array(PushKind)),
  quietAtNight: z.boolean(),
});
export type PushState = z.infer<typeof PushState>;

export const push = {
  /** Of this session. */
  state: get("/api/push", { reply: PushState, etag: false, reads: ["account"] }),
  /** The server's VAPID key, generated at first use. */
  key: post("/api/push/key", { reply: z.object({ publicKey: z.string() }) }),
  subscribe: post("/api/push", { body: Subscription, reply: PushState, changes: ["account"] }),
  unsubscribe: remove("/api/push", { reply: PushState, changes: ["account"] }),
};
