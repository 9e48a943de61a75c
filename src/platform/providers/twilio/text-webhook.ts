import * as z from "zod/mini";
import type { CarrierEvent, OptOutType, ProviderStatus } from "#src/platform/providers/carrier.ts";

/** Twilio adds fields without notice; the others are ignored. */
const TextForm = z.object({
  MessageSid: z.string().check(z.minLength(1)),
  From: z.string().check(z.minLength(1)),
  Body: z._default(z.string(), ""),
  OptOutType: z.optional(z.string()),
  NumMedia: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
});

const ReceiptForm = z.object({
  MessageSid: z.string().check(z.minLength(1)),
  To: z.string(),
  MessageStatus: z.string(),
  ErrorCode: z.optional(z.string()),
});

const MAX_MEDIA = 10;
const OPT_OUT_TYPES: readonly OptOutType[] = ["stop", "start", "help"];

/** Reads a signed form about a text: one from a client, or a receipt for one that we sent. */
export function readTextWebhook(form: Readonly<Record<string, string>>): CarrierEvent | undefined {
  const status = form["MessageStatus"];
  const isReceipt = form["Body"] === undefined && status !== undefined && status !== "received";
  return isReceipt ? readReceipt(form) : readText(form);
}

function readText(form: Readonly<Record<string, string>>): CarrierEvent | undefined {
  const { data } = TextForm.safeParse(form);
  if (!data) return undefined;
  const optOutType = data.OptOutType?.toLowerCase();
  return {
    kind: "text",
    providerId: data.MessageSid,
    from: readSenderNumber(data.From),
    body: data.Body,
    optOutType: OPT_OUT_TYPES.find((type) => type === optOutType),
    carrierAnswered: optOutType !== undefined,
    media: mediaSources(form, data.NumMedia),
  };
}

function readReceipt(form: Readonly<Record<string, string>>): CarrierEvent | undefined {
  const { data } = ReceiptForm.safeParse(form);
  return (
    data && {
      kind: "receipt",
      providerId: data.MessageSid,
      to: data.To,
      status: toProviderStatus(data.MessageStatus),
      errorCode: Number(data.ErrorCode) || null,
    }
  );
}

/** Reads MediaUrl0, MediaUrl1 and so on: `count` of them, but no more than a text can have. */
function mediaSources(form: Readonly<Record<string, string>>, count: number): (string | null)[] {
  return Array.from(
    { length: Math.min(count, MAX_MEDIA) },
    (_, at) => form[`MediaUrl${at}`] || null,
  );
}

/**
 * Returns the number that a text came from: E.164, or a short code. Twilio prefixes RCS senders with
 * "rcs:". Undefined when there is no number to reply to, such as for "VOICE", "anonymous", "sip:a@b.example"
 * and an RCS agent's name.
 */
export function readSenderNumber(from: string): string | undefined {
  const number = from.trim().replace(/^rcs:(?=\+)/i, "");
  if (/^\+[1-9]\d{6,14}$/.test(number)) return number;
  return /^\+?[1-9]\d{2,5}$/.test(number) ? number.replace("+", "") : undefined;
}

/** Converts Twilio's status. Queued, scheduled, sending and any status that it adds count as accepted. */
export function toProviderStatus(status: string): ProviderStatus {
  if (status === "delivered" || status === "read") return "delivered";
  if (status === "undelivered" || status === "failed" || status === "sent" || status === "received")
    return status;
  if (status === "canceled") return "failed";
  return "accepted";
}
