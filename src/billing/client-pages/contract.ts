import * as z from "zod/mini";
import { get } from "#src/shared/endpoint.ts";

/** The public details of the business. */
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
