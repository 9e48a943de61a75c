import * as z from "zod/mini";
import { Day } from "#src/shared/day-shape.ts";
import { file, get } from "#src/shared/endpoint.ts";

/** Money is decimal text. A visit is a past appointment that was neither canceled nor missed. */
const Figures = z.object({
  visits: z.number(),
  noShows: z.number(),
  /** From 0 to 1, of visits and no-shows; null without any. */
  noShowShare: z.nullable(z.number()),
  canceled: z.number(),
  /** From 0 to 1: visits whose client had booked again within 30 days; null without a visit. */
  rebookedShare: z.nullable(z.number()),
  /** What was paid, where it is known, without tips; the list prices of all other visits. */
  revenue: z.string(),
  /** The part of the revenue that is list prices, and of how many visits. */
  listRevenue: z.string(),
  listVisits: z.number(),
  tips: z.string(),
  /** What clients paid for visits that they missed, or canceled late. They don't count as revenue. */
  fees: z.string(),
  /** Deposits of missed and canceled appointments that were not refunded. They don't count as revenue. */
  keptDeposits: z.string(),
  /** Visits without a price, which don't count as revenue. */
  unpricedVisits: z.number(),
});
export type Figures = z.infer<typeof Figures>;

const Report = z.extend(Figures, {
  /** ISO 4217, of every amount. */
  currency: z.string(),
  /** The same number of days before. */
  previous: Figures,
  byEmployee: z.array(
    z.object({
      employeeId: z.number(),
      name: z.string(),
      visits: z.number(),
      revenue: z.string(),
      /** Divided among the employees of a visit by their services. */
      tips: z.string(),
    }),
  ),
  byService: z.array(
    z.object({
      /** Null for what was typed without choosing a service. */
      serviceId: z.nullable(z.number()),
      name: z.string(),
      visits: z.number(),
      revenue: z.string(),
    }),
  ),
  /** Visits by weekday, Monday first, and by the hour in which they began. */
  busiest: z.array(z.array(z.number())),
  /** Appointments made within 14 days of a campaign's text. */
  campaigns: z.array(
    z.object({
      campaignId: z.number(),
      name: z.string(),
      bookings: z.number(),
      revenue: z.string(),
    }),
  ),
  /** Appointments made within 14 days of an automatic text that brings clients back. */
  automaticTexts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      sent: z.number(),
      bookings: z.number(),
      revenue: z.string(),
    }),
  ),
});
export type Report = z.infer<typeof Report>;

/** Both days inclusive. */
const Range = z.object({ from: Day, to: Day });
export type Range = z.infer<typeof Range>;

export const MAX_REPORT_DAYS = 366;

export const reports = {
  read: get("/api/reports", {
    query: Range,
    reply: Report,
    reads: ["appointments", "payments", "employees", "campaigns"],
    // Appointments become visits as time passes.
    etag: false,
  }),
  exportCsv: file("/api/reports/export", { query: Range }),
};
