import * as z from "zod/mini";
import { Selection } from "#src/clients/tags/contract.ts";
import { post } from "#src/shared/endpoint.ts";

/** Apart from contract.ts, because another screen loads it. */
export const agreements = {
  /** Records how these contacts agreed. Those who opted out or refused offers are left as they are. */
  record: post("/api/offers/agreements", {
    body: z.object({
      selection: Selection,
      note: z.string().check(z.trim(), z.minLength(3, "Say how they agreed"), z.maxLength(300)),
    }),
    reply: z.object({ count: z.number() }),
    changes: ["contacts", "tags"],
  }),
};
