import * as z from "zod/mini";
import { clientName } from "#src/shared/client-fields.ts";
import { get } from "#src/shared/endpoint.ts";

const VisitHistory = z.object({
  /** To how many visits the client came; null for someone who is no contact. */
  visits: z.nullable(z.number()),
  /** The contact whose number it is, if the visit is booked under another name. */
  numberOf: z.nullable(z.object({ contactId: z.number(), name: clientName("contactId") })),
  /** Why staff can't text the client, as a sentence; null when they can. */
  textingBarrier: z.nullable(z.string()),
  /** The booking, and then the newest changes in order. */
  entries: z.array(
    z.object({
      /** Such as "Booked online" or "Moved by maya". */
      what: z.string(),
      at: z.string(),
    }),
  ),
});
export type VisitHistory = z.infer<typeof VisitHistory>;

export const visitHistory = {
  read: get("/api/appointments/:id/history", {
    reply: VisitHistory,
    reads: ["appointments", "contacts", "users"],
  }),
};
