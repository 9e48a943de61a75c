import * as z from "zod";

// Twilio publishes no machine contract for what it posts to us: these are its documented fields.

const accountSid = z.string().regex(/^AC[0-9a-f]{32}$/);
const messageSid = z.string().regex(/^(SM|MM)[0-9a-f]{32}$/);
const serviceSid = z.string().regex(/^MG[0-9a-fA-F]{32}$/);

/** Loose: Twilio adds fields without notice. */
export const statusCallback = z.looseObject({
  MessageSid: messageSid,
  SmsSid: messageSid,
  AccountSid: accountSid,
  From: z.string().min(1),
  To: z.string().min(1),
  MessageStatus: z.enum(["queued", "sent", "delivered", "undelivered", "failed"]),
  SmsStatus: z.enum(["queued", "sent", "delivered", "undelivered", "failed"]),
  MessagingServiceSid: serviceSid.optional(),
  ErrorCode: z
    .string()
    .regex(/^\d{5}$/)
    .optional(),
});

export const inboundWebhook = z.looseObject({
  MessageSid: messageSid,
  SmsSid: messageSid,
  SmsMessageSid: messageSid,
  AccountSid: accountSid,
  From: z.string().min(1),
  To: z.string().min(1),
  Body: z.string(),
  SmsStatus: z.literal("received"),
  NumMedia: z.string().regex(/^\d+$/),
  NumSegments: z.string().regex(/^[1-9]\d*$/),
  MessagingServiceSid: serviceSid.optional(),
  OptOutType: z.enum(["STOP", "START", "HELP"]).optional(),
});

const chance = z.number().min(0).max(1);
const milliseconds = z.number().min(0);

const faults = z.strictObject({
  /** 429, surely not processed. */
  tooMany: chance.optional(),
  /** 500 with a page of HTML, and nothing was accepted. */
  refuse500: chance.optional(),
  /** The same page, but the text goes out. */
  acceptThen500: chance.optional(),
  /** The text goes out and the connection closes without an answer. */
  acceptThenDrop: chance.optional(),
});
export type Faults = z.infer<typeof faults>;

/** Settings that can change while it runs; omitted ones stay. */
export const control = z.strictObject({
  /** Replaces the faults as a whole: `{}` ends them. */
  faults: faults.optional(),
  /** Between accepting a request and replying to it. */
  latencyMs: milliseconds.optional(),
  /** Whether status callbacks are posted. */
  callbacks: z.boolean().optional(),
  /** From one status to the next, least and most. */
  callbackDelayMs: z.tuple([milliseconds, milliseconds]).optional(),
  /** The probability that a callback is sent twice. */
  duplicate: chance.optional(),
  /** Callbacks of a text arrive in any order. */
  shuffle: z.boolean().optional(),
  /** Whether some endings of `To` decide what happens. */
  magic: z.boolean().optional(),
  /** Whether requests and replies are checked against the official contract. */
  validate: z.boolean().optional(),
  /** Put before each body, as a trial account does. */
  bodyPrefix: z.string().optional(),
  /** What US carriers know: fields of Twilio's resources; null where nothing was submitted. */
  registration: z
    .strictObject({
      isInService: z.boolean().optional(),
      brand: z.record(z.string(), z.unknown()).nullish(),
      campaign: z.record(z.string(), z.unknown()).nullish(),
      tollFree: z.record(z.string(), z.unknown()).nullish(),
    })
    .optional(),
  /** Where inbound texts of every number go; the same as setting SmsUrl of each. */
  smsUrl: z.string().optional(),
});
export type Control = z.infer<typeof control>;

export const inboundText = z.strictObject({
  from: z.string(),
  to: z.string(),
  body: z.string(),
  /** A known sid is delivered again and stored once. */
  sid: messageSid.optional(),
  numMedia: z.number().int().min(0).max(10).optional(),
  messagingServiceSid: serviceSid.optional(),
  optOutType: z.enum(["STOP", "START", "HELP"]).optional(),
  /** False: only listed, as when the product was down. */
  deliver: z.boolean().optional(),
});
export type InboundText = z.infer<typeof inboundText>;

export interface FetchedMedia {
  readonly sid: string;
  readonly address: string;
  readonly status: number;
  readonly type: string;
  readonly bytes: number;
}
