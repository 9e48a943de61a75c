import * as z from "zod/mini";
import { get } from "#src/shared/endpoint.ts";

/** What a client may know of the business whose page it is. */
const Business = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  currency: z.string(),
  timeZone: z.string(),
});
export type Business = z.infer<typeof Business>;

export const clientPages = {
  business: get("/api/public/business", { reply: Business, reads: ["settings"] }),
};
