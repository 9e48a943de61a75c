import * as z from "zod/mini";
import { get } from "#src/shared/endpoint.ts";

const Employee = z.object({
  id: z.number(),
  name: z.string(),
  displayOrder: z.number(),
  /** HH:mm; null where the business's hours hold. */
  workStartTime: z.nullable(z.string()),
  workEndTime: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Employee = z.infer<typeof Employee>;

export const employees = {
  /** In the order of the columns; who may not see all gets those that they may. */
  list: get("/api/employees", { reply: z.array(Employee), reads: ["employees"] }),
};
