import * as z from "zod/mini";
import { get } from "#src/shared/endpoint.ts";

const Alert = z.object({
  name: z.string(),
  title: z.string(),
  message: z.string(),
  /** Words of the message that lead to a screen. */
  links: z.array(z.object({ path: z.string(), label: z.string() })),
  since: z.string(),
});
export type Alert = z.infer<typeof Alert>;

export const alerts = {
  list: get("/api/alerts", { reply: z.array(Alert), reads: ["alerts"] }),
};
