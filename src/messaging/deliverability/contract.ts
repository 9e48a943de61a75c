import * as z from "zod/mini";
import { Contact } from "#src/clients/contacts/contract.ts";
import { get, post } from "#src/shared/endpoint.ts";

const ScanResult = z.object({
  /** Messages scanned, at most 50,000. */
  totalMessages: z.number(),
  contactsOptedOut: z.number(),
  contactsMarkedUndeliverable: z.number(),
  contactsCleared: z.number(),
  /** What changed, as text for staff; empty when nothing did. */
  summary: z.array(z.string()),
});
export type ScanResult = z.infer<typeof ScanResult>;

const ScanState = z.object({
  /** The scan in progress, or the one that will continue after a restart. */
  running: z.nullable(z.object({ scanned: z.number(), startedAt: z.string() })),
  last: z.nullable(z.extend(ScanResult, { finishedAt: z.string(), nightly: z.boolean() })),
});
export type ScanState = z.infer<typeof ScanState>;

export const deliverability = {
  /** Lets the number be texted again. Consent does not change. */
  clearUndeliverable: post("/api/contacts/:id/clear-undeliverable", {
    reply: Contact,
    changes: ["contacts", "conversations"],
  }),
  state: get("/api/deliverability", { reply: ScanState, reads: ["deliverability"] }),
  /** Responds when the scan is done. A second request gets the result of the running scan. */
  scan: post("/api/twilio/check-failed-messages", {
    reply: ScanResult,
    isLong: true,
    changes: ["deliverability", "campaigns", "contacts", "conversations"],
  }),
};
