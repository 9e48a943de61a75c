import * as z from "zod/mini";

export const CallStatus = z.enum(["in_progress", "completed", "missed", "failed"]);
export type CallStatus = z.infer<typeof CallStatus>;
