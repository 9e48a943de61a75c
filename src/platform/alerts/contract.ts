import * as z from "zod/mini";
import { get } from "#src/shared/endpoint.ts";

const Alert = z.object({
  name: z.string(),
  title: z.string(),
  message: z.string(),
  inSettings: z.boolean(),
  link: z.nullable(z.object({ path: z.string(), label: z.string() })),
  since: z.string(),
});
export type Alert = z.infer<typeof Alert>;

export const alerts = {
  list: get("/api/alerts", { reply: z.array(Alert), reads: ["alerts"] }),
};
