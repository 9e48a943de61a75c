import * as z from "zod/mini";
import { clientName, clientWords } from "#src/shared/client-fields.ts";
import { get, post } from "#src/shared/endpoint.ts";

const Candidate = z.object({
  id: z.number(),
  service: clientWords(),
  employee: z.nullable(z.object({ name: z.string() })),
  /** Wall time where the business is. */
  appointmentDate: z.string(),
  durationMinutes: z.number(),
});
export type Candidate = z.infer<typeof Candidate>;

const DeletionConflict = z.object({
  id: z.number(),
  clientName: clientName("id"),
  appointmentIds: z.array(z.number()),
  appointments: z.array(Candidate),
  /** What the call said beside the name; null where it said nothing. */
  asked: z.object({
    start: z.nullable(z.string()),
    end: z.nullable(z.string()),
    service: z.nullable(clientWords()),
    employee: z.nullable(z.string()),
  }),
  status: z.enum(["pending", "resolved"]),
  createdAt: z.string(),
  resolvedAt: z.nullable(z.string()),
});
export type DeletionConflict = z.infer<typeof DeletionConflict>;

export const deletionConflicts = {
  /** Pending ones, newest first. */
  list: get("/api/deletion-conflicts", {
    reply: z.array(DeletionConflict),
    reads: ["deletion-conflicts", "appointments", "employees"],
  }),
  /** For the menu. */
  count: get("/api/deletion-conflicts/count", {
    reply: z.object({ count: z.number() }),
    reads: ["deletion-conflicts", "appointments"],
  }),
  /** Deletes the chosen appointment, and no other. */
  resolve: post("/api/deletion-conflicts/:id/resolve", {
    body: z.object({ appointmentId: z.number().check(z.int()) }),
    reply: DeletionConflict,
  }),
  /** None of them was meant. */
  dismiss: post("/api/deletion-conflicts/:id/dismiss", { reply: DeletionConflict }),
};
