import * as z from "zod/mini";
import { isDay, parseWallTime } from "./wall-time.ts";

export const Day = z.string().check(z.refine(isDay, "Use a date such as 2026-11-20"));

export const Moment = z
  .string("Date is required")
  .check(
    z.refine(
      (text) => parseWallTime(text) !== undefined,
      "Use a date and time such as 2026-11-20T10:30",
    ),
  );
