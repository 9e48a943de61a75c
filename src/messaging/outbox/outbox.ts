import type { LedgerRow } from "#db/messaging/message-receipts.ts";
import { type Purpose, queueText } from "#db/messaging/messages-queue.ts";
import type { App } from "#src/app.ts";
import { forgetFiltering } from "#src/messaging/deliverability/filtered-share.ts";
import type { ProviderStatus, SmsProvider } from "#src/platform/providers/sms.ts";
import { twilioCredentials } from "#src/platform/settings/settings.ts";
import { countSegments } from "#src/shared/sms-segments.ts";
import { applyStatus } from "./receipts.ts";

export interface Text {
  readonly purpose: Exclude<Purpose, "campaign">;
  /** E.164. */
  readonly phone: string;
  /** Null for a text that is in nobody's thread. */
  readonly contactId: number | null;
  readonly body: string;
  /** The failed text that this one says again. */
  readonly retryOf?: number;
  /** Pictures go along: to the carriers it is another kind of message. */
  readonly isMms?: boolean;
}

/** Puts a text that somebody waits for into the queue, in the caller's transaction. Answers its id. */
export function sendText(app: App, text: Text): number {
  const id = queueText(
    app.db,
    {
      purpose: text.purpose,
      phone: text.phone,
      contactId: text.contactId,
      body: text.body,
      // However long its words are, an MMS is charged as one.
      segments: text.isMms ? 1 : countSegments(text.body).segments,
      retryOf: text.retryOf ?? null,
    },
    app.now(),
  );
  app.events.changed("messages", id);
  return id;
}

export const NOT_CONNECTED =
  "Texting is not set up. Add your Twilio account in Settings, then resume the campaign.";

/** May texts leave at all? Known without loading any SDK. */
export function canSend(app: App): boolean {
  return app.config.carrier === "simulated" || twilioCredentials(app) !== undefined;
}

/** The connection that texts leave by now; undefined while texting is not set up. */
export async function carrierOf(app: App): Promise<SmsProvider | undefined> {
  if (app.config.carrier === "simulated") return app.providers.simulated;
  const credentials = twilioCredentials(app);
  return credentials && app.providers.twilio(credentials);
}

/** What a scan of the provider's texts tells of one of ours; a settled text never moves again. */
export function learnStatus(
  app: App,
  text: LedgerRow,
  told: { status: ProviderStatus; errorCode: number | null },
): void {
  applyStatus(app, text, told.status, told.errorCode);
}

/** Staff resume a campaign that was paused because carriers filtered its texts: it is judged anew. */
export function judgeAnew(app: App, campaignId: number): void {
  forgetFiltering(app, campaignId);
}
