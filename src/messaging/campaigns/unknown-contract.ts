import * as z from "zod/mini";
import { clientName, clientPhone, clientText } from "#src/shared/client-fields.ts";

/** Texts of a campaign that may or may not have been sent. */
export const UnknownList = z.object({
  recipients: z.array(
    z.object({
      id: z.number(),
      contactId: z.nullable(z.number()),
      name: z.nullable(clientName("contactId", "id")),
      phoneNumber: clientPhone(),
      /** When it was claimed for sending. */
      at: z.string(),
      reason: clientText(),
    }),
  ),
  nextCursor: z.nullable(z.string()),
});
export type UnknownList = z.infer<typeof UnknownList>;

export const Resolution = z.enum(["arrived", "send-again", "leave"]);
export type Resolution = z.infer<typeof Resolution>;
