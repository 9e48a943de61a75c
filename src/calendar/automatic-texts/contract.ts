import * as z from "zod/mini";
import { clientName, clientPhone } from "#src/shared/client-fields.ts";
import { get, post } from "#src/shared/endpoint.ts";
import { AUTOMATIC_TEXT_IDS, type AutomaticTextId } from "./texts-contract.ts";

const Id = z.enum(AUTOMATIC_TEXT_IDS as [AutomaticTextId, ...AutomaticTextId[]]);

/** Of texts sent in the last 30 days. */
const Results = z.object({
  sent: z.number(),
  /** Clients who replied, and clients who opted out, within a week and before the next automatic text. */
  replies: z.number(),
  optOuts: z.number(),
  /** Visits that clients made within 14 days, and their value as decimal text; null for a text that brings no one back. */
  bookings: z.nullable(z.number()),
  revenue: z.nullable(z.string()),
});
export type Results = z.infer<typeof Results>;

const AutomaticText = z.object({
  id: Id,
  title: z.string(),
  /** "appointment" or "offer": an offer keeps the rules of campaigns. */
  consent: z.enum(["appointment", "offer"]),
  enabled: z.boolean(),
  /** Such as "The day before at 10:00 AM". */
  timing: z.string(),
  message: z.string(),
  /** The wording that it comes with. */
  defaultMessage: z.string(),
  /** The settings that it is made of, by name. `POST /api/settings` changes them. */
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Clients who get it in the next 7 days, also of a text that is off; null for one that follows what happens. */
  nextClients: z.nullable(z.number()),
  /** What keeps it from being sent, and what to do about it; null for nothing. */
  obstacle: z.nullable(z.string()),
  results: Results,
});
export type AutomaticText = z.infer<typeof AutomaticText>;

/** Why a client doesn't get an offer, the first that applies. */
const LeftOut = z.enum([
  "opted-out",
  "in-review",
  "undeliverable",
  "appointments-only",
  "never-agreed",
  "visit-booked",
  "asked-before",
  "recent-offer",
  "frequency-cap",
  "no-day",
]);
export type LeftOut = z.infer<typeof LeftOut>;

/** The most clients that are named. */
export const MAX_NAMED_CLIENTS = 100;

const Audience = z.object({
  /** Clients who get it in the next 7 days. */
  total: z.number(),
  /** The first of them, in the order in which they get it. */
  clients: z.array(
    z.object({
      contactId: z.number(),
      name: clientName("contactId"),
      firstName: clientName("contactId"),
      /** The business's local time. */
      at: z.string(),
      /** What the text says of the last visit; empty where it isn't known. */
      service: z.string(),
      employee: z.string(),
      lastVisit: z.string(),
    }),
  ),
  /** The same for every client; null without a Google place ID. */
  bookingLink: z.string(),
  reviewLink: z.nullable(z.string()),
  /** Each client once, under the first reason that applies; most clients first. */
  leftOut: z.array(z.object({ reason: LeftOut, count: z.number() })),
});
export type Audience = z.infer<typeof Audience>;

export const automaticTexts = {
  list: get("/api/automatic-texts", {
    reply: z.array(AutomaticText),
    reads: ["settings", "appointments", "messages", "contacts", "services"],
    // It depends on the time.
    etag: false,
  }),
  audience: get("/api/automatic-texts/:text/audience", {
    reply: Audience,
    reads: ["settings", "appointments", "messages", "contacts", "services"],
    etag: false,
  }),
  /** Sends one text to the test number in Settings, with sample values filled in. */
  test: post("/api/automatic-texts/:text/test", {
    body: z.object({
      /** Default: the saved wording. */
      message: z.optional(
        z
          .string()
          .check(
            z.trim(),
            z.minLength(1),
            z.maxLength(1600, "A text can be up to 1,600 characters"),
          ),
      ),
    }),
    reply: z.object({ phoneNumber: clientPhone() }),
    status: 201,
  }),
};
