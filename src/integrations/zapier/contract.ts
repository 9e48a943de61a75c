import * as z from "zod/mini";
import { get, post } from "#src/shared/endpoint.ts";

/** What outside programs post to, on the webhook base URL; src/webhooks/webhooks.ts answers them. */
export const INBOUND = {
  contactCreate: "/api/webhooks/zapier/contact/create",
  contactUpdate: "/api/webhooks/zapier/contact/update",
  appointmentCreate: "/api/webhooks/appointment/create",
  appointmentDelete: "/api/webhooks/appointment/delete",
} as const;
export type Inbound = keyof typeof INBOUND;

const WebhookCall = z.object({
  id: z.number(),
  path: z.string(),
  /** Whose key; null for a key that nobody has. */
  username: z.nullable(z.string()),
  status: z.number(),
  /** What was answered. */
  words: z.string(),
  /** As they came, without the key. */
  fields: z.record(z.string(), z.string()),
  ipAddress: z.nullable(z.string()),
  createdAt: z.string(),
});
export type WebhookCall = z.infer<typeof WebhookCall>;

export const webhooks = {
  /** One's own; null while there is none. */
  readKey: get("/api/users/api-key", {
    reply: z.object({ apiKey: z.nullable(z.string()) }),
    reads: ["webhooks"],
  }),
  /** The former key opens nothing from then on. */
  generateKey: post("/api/users/generate-api-key", { reply: z.object({ apiKey: z.string() }) }),
  /** The last hundred, newest first. */
  calls: get("/api/webhook-calls", { reply: z.array(WebhookCall), reads: ["webhooks"] }),
};
