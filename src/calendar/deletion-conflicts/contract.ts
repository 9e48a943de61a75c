import * as z from "zod/mini";
import { clientName, clientPhone, clientText } from "#src/shared/client-fields.ts";
import { get, post } from "#src/shared/endpoint.ts";

const Candidate = z.object({
  id: z.number(),
  service: clientText({ kind: "appointment", idFrom: "id" }),
  employee: z.nullable(z.object({ name: z.string() })),
  /** Wall time in the business's time zone. */
  appointmentDate: z.string(),
  durationMinutes: z.number(),
});
export type Candidate = z.infer<typeof Candidate>;

const DeletionConflict = z.object({
  id: z.number(),
  clientName: clientName("contactId", "id"),
  /** Null where the appointments are of several clients with that name. */
  contactId: z.nullable(z.number()),
  phoneNumber: z.nullable(clientPhone()),
  appointmentIds: z.array(z.number()),
  appointments: z.array(Candidate),
  /** The fields of the webhook request other than the name; null if omitted. */
  asked: z.object({
    start: z.nullable(z.string()),
    end: z.nullable(z.string()),
    service: z.nullable(clientText()),
    employee: z.nullable(z.string()),
  }),
  status: z.enum(["pending", "resolved"]),
  createdAt: z.string(),
  resolvedAt: z.nullable(z.string()),
});
export type DeletionConflict = z.infer<typeof DeletionConflict>;

export const deletionConflicts = {
  /** Pending conflicts, newest first. */
  list: get("/api/deletion-conflicts", {
    reply: z.array(DeletionConflict),
    reads: ["deletion-conflicts", "appointments", "employees"],
  }),
  /** The badge of the menu entry. */
  count: get("/api/deletion-conflicts/count", {
    reply: z.object({ count: z.number() }),
    reads: ["deletion-conflicts", "appointments"],
  }),
  /** Deletes the chosen appointment, and no other. With `notify` the client is texted that it's canceled. */
  resolve: post("/api/deletion-conflicts/:id/resolve", {
    body: z.object({
      appointmentId: z.number().check(z.int()),
      notify: z.optional(z.boolean()),
    }),
    reply: DeletionConflict,
    changes: ["deletion-conflicts", "appointments"],
  }),
  /** Closes the conflict without deleting an appointment. */
  dismiss: post("/api/deletion-conflicts/:id/dismiss", {
    reply: DeletionConflict,
    changes: ["deletion-conflicts", "appointments"],
  }),
};
