import type { Background } from "#db/background-thread.ts";
import type { Database } from "#db/connection.ts";
import type { Config } from "#src/platform/config.ts";
import type { Events } from "#src/platform/http/events.ts";
import type { Log } from "#src/platform/log.ts";
import type { AiProvider } from "#src/platform/providers/ai.ts";
import type { MailProvider, MailServer } from "#src/platform/providers/mail.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import type { ReviewsAccess, ReviewsProvider } from "#src/platform/providers/reviews.ts";
import type { SmsProvider, TwilioCredentials } from "#src/platform/providers/sms.ts";
import type { SpeechProvider } from "#src/platform/providers/speech.ts";
import type { SecretBox } from "#src/platform/secrets/secret-box.ts";
import type { Permissions, Role } from "#src/shared/permissions.ts";

/** Everything a verb may reach. Tests build one with a database in memory and fakes. */
export interface App {
  readonly db: Database;
  readonly providers: Providers;
  readonly now: () => number;
  readonly config: Config;
  readonly log: Log;
  readonly events: Events;
  readonly secrets: SecretBox;
  readonly background: Background;
}

export interface Providers {
  /** Loads the SDK on first use; the same credentials give the same connection. */
  readonly twilio: (credentials: TwilioCredentials) => Promise<SmsProvider>;
  readonly mail: (server: MailServer) => MailProvider;
  /** Loads the SDK on first use, as the next does. */
  readonly payments: (secretKey: string) => Promise<PaymentsProvider>;
  readonly ai: (apiKey: string) => Promise<AiProvider>;
  readonly speech: (apiKey: string) => SpeechProvider;
  readonly reviews: (access: ReviewsAccess) => ReviewsProvider;
  /** Set in demo mode and with PARLOR_CARRIER=simulated. */
  readonly simulated: SmsProvider | undefined;
}

/** A signed-in member of the staff, as the verbs see who acts. */
export interface Staff {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly permissions: Permissions;
  readonly permissionVersion: number;
  readonly caller: Caller;
}

/** Where a request came from, for audit, sessions, consent and rate limits. */
export interface Caller {
  readonly ip: string | null;
  readonly userAgent: string | null;
}
