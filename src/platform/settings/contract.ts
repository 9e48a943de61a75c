import * as z from "zod/mini";
import { get, post } from "#src/shared/endpoint.ts";
import { Was } from "#src/shared/unchanged.ts";
import { SENT_SHAPES, SettingsChange } from "./shapes-contract.ts";

const Settings = z.object({
  ...SENT_SHAPES,
  /** Texts stay on this computer: demo mode, or PARLOR_CARRIER=simulated. */
  simulatedCarrier: z.boolean(),
  demo: z.boolean(),
  /** False while there is no carrier: campaigns and invites would fail. */
  canText: z.optional(z.boolean()),
  /** True when everything that mail needs is set. */
  canMail: z.optional(z.boolean()),
  /** Used where webhookBaseUrl is empty. */
  publicUrl: z.optional(z.nullable(z.string())),
  /** Why sending is paused; null while it isn't. */
  sendingPaused: z.optional(z.nullable(z.string())),
});
export type Settings = z.infer<typeof Settings>;

const Check = z.object({
  ok: z.boolean(),
  message: z.string(),
  unanswered: z.optional(z.literal(true)),
});
export type Check = z.infer<typeof Check>;

/** The address to which a test was mailed. */
const Mailed = z.object({ email: z.string() });

export const settings = {
  read: get("/api/settings", { reply: Settings, reads: ["settings"] }),
  save: post("/api/settings", { body: z.extend(SettingsChange, { was: Was }), reply: Settings }),
  /** Checks the saved credentials and number at Twilio. */
  testTwilio: post("/api/settings/test-twilio", { reply: Check }),
  /** Sends a mail to the acting admin and replies with the address; a refusal says why. */
  testSmtp: post("/api/settings/test-smtp", { reply: Mailed }),
  /** Sends through the mail server for memberships. */
  testMembershipSmtp: post("/api/settings/test-membership-smtp", { reply: Mailed }),
  testStripe: post("/api/settings/test-stripe", { reply: Check }),
  testOpenai: post("/api/settings/test-openai", { reply: Check }),
  testElevenlabs: post("/api/settings/test-elevenlabs", { reply: Check }),
  testGoogle: post("/api/settings/test-google", { reply: Check }),
  /** Sends a signed request to our own webhook at its public address and reports the result. */
  testWebhook: post("/api/settings/test-webhook", { reply: Check }),
  /** Points the number's webhooks at this installation. */
  connectWebhook: post("/api/settings/connect-webhook", { reply: Check }),
  resumeSending: post("/api/settings/resume-sending", {
    reply: Settings,
    // It checks the space itself, with its own message.
    usesDiskReserve: true,
  }),
};
