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

interface InboundField {
  readonly name: string;
  readonly example: string;
  readonly optional?: boolean;
}

export interface InboundKind {
  readonly id: Inbound;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly fields: readonly InboundField[];
}

export const WEBHOOK_EXAMPLES_HINT =
  "In Zapier, add the action Webhooks by Zapier, choose POST, and fill in the address and the fields (payload type Form or JSON).";

const NAMES = [
  { name: "first_name", example: "Ana" },
  { name: "last_name", example: "Silva" },
];
const PERSON = [...NAMES, { name: "phone_number", example: "+15125550142" }];
const NAMES_OPTIONAL = NAMES.map((field) => ({ ...field, optional: true }));
const APPOINTMENT = [
  { name: "start_datetime", example: "2026-12-04T10:00:00" },
  { name: "end_datetime", example: "2026-12-04T11:30:00" },
  { name: "service_display_name", example: "Gel Manicure" },
  { name: "employee_first_name", example: "Jo" },
];

export const INBOUND_KINDS: readonly InboundKind[] = [
  {
    id: "contactCreate",
    path: INBOUND_PATHS.contactCreate,
    title: "New contact",
    description: "Adds a contact. Existing contacts don't change.",
    fields: PERSON,
  },
  {
    id: "contactUpdate",
    path: INBOUND_PATHS.contactUpdate,
    title: "Changed contact",
    description: "Waits in Contact Updates until someone chooses the contact.",
    fields: PERSON,
  },
  {
    id: "appointmentCreate",
    path: INBOUND_PATHS.appointmentCreate,
    title: "New appointment",
    description:
      "Times are read as local; offsets are ignored. The number comes from the contact with that name. Duplicates are added once.",
    fields: [...NAMES_OPTIONAL, ...APPOINTMENT],
  },
  {
    id: "appointmentDelete",
    path: INBOUND_PATHS.appointmentDelete,
    title: "Deleted appointment",
    description:
      "Deletes the appointment that matches every field sent. If several match, you choose one in Appointment Management.",
    fields: [...NAMES, ...APPOINTMENT.map((field) => ({ ...field, optional: true }))],
  },
];

/** The request as a curl command, one line per field. */
export function curlOf({ path, fields }: InboundKind, base: string): string {
  const body = { api_key: "YOUR_API_KEY" } as Record<string, string>;
  for (const { name, example } of fields) body[name] = example;
  return `curl -X POST ${base || "https://YOUR-SERVER"}${path} \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body, null, 2)}'`;
}
