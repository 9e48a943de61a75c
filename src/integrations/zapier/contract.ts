import * as z from "zod/mini";
import { get, post } from "#src/shared/endpoint.ts";

/** The paths that outside programs post to, below the webhook base URL. See zapier.ts. */
export const INBOUND_PATHS = {
  contactCreate: "/api/webhooks/zapier/contact/create",
  contactUpdate: "/api/webhooks/zapier/contact/update",
  appointmentCreate: "/api/webhooks/appointment/create",
  appointmentDelete: "/api/webhooks/appointment/delete",
} as const;
export type Inbound = keyof typeof INBOUND_PATHS;

const WebhookRequest = z.object({
  id: z.number(),
  path: z.string(),
  /** The owner of the key; null for an unknown key. */
  username: z.nullable(z.string()),
  status: z.number(),
  /** The message of the reply. */
  message: z.string(),
  /** The received fields without the key. */
  fields: z.record(z.string(), z.string()),
  ipAddress: z.nullable(z.string()),
  createdAt: z.string(),
});
export type WebhookRequest = z.infer<typeof WebhookRequest>;

export const webhooks = {
  /** The user's own key; null if there is none. */
  readKey: get("/api/users/api-key", {
    reply: z.object({ apiKey: z.nullable(z.string()) }),
    reads: ["webhooks"],
  }),
  /** Replaces the key. The previous key stops working. */
  generateKey: post("/api/users/generate-api-key", {
    reply: z.object({ apiKey: z.string() }),
    showsSecret: true,
  }),
  /** The last 100 requests, newest first. */
  requests: get("/api/webhook-calls", { reply: z.array(WebhookRequest), reads: ["webhooks"] }),
};
