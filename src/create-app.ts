import { type Background, inlineBackground } from "#db/background-thread.ts";
import type { Database } from "#db/connection.ts";
import { exportAgreements } from "#src/billing/agreements/agreements.ts";
import { readBookingNews } from "#src/calendar/booking-news.ts";
import { eraseConflictsOfClient } from "#src/calendar/deletion-conflicts/deletion-conflicts.ts";
import { applyWorkHours } from "#src/calendar/hours/hours.ts";
import { completeDeposit } from "#src/calendar/online-booking/complete-deposit.ts";
import { eraseBookingsOfClient } from "#src/calendar/online-booking/erase.ts";
import { listWaitingVisits } from "#src/calendar/online-booking/waiting-visits.ts";
import { answerReminder } from "#src/calendar/reminders/reminders.ts";
import { answerOffer, findOffer } from "#src/calendar/waitlist/answer-offer.ts";
import { eraseEntriesOfClient } from "#src/calendar/waitlist/waitlist.ts";
import { listWaitingCallers } from "#src/calls/booking-requests/list.ts";
import { eraseCallsOfClient } from "#src/calls/transcripts/transcripts.ts";
import { eraseRequestsOfClient } from "#src/integrations/zapier/zapier.ts";
import { exportMedia } from "#src/messaging/media/media.ts";
import type { Config } from "#src/platform/config.ts";
import { createEvents } from "#src/platform/http/events.ts";
import type { Log } from "#src/platform/log.ts";
import type { SecretBox } from "#src/platform/secrets/secret-box.ts";
import { ALERT_CONDITIONS } from "./alert-conditions.ts";
import type { App, Hooks, Providers } from "./app.ts";

/** Domains that take part in a lower domain's work. */
const HOOKS: Hooks = {
  alertConditions: ALERT_CONDITIONS,
  waiting: [listWaitingVisits, listWaitingCallers],
  readBookingNews,
  // Transcripts first, because booked appointments are found through the caller's requests.
  eraseClient: [
    eraseCallsOfClient,
    eraseConflictsOfClient,
    eraseRequestsOfClient,
    eraseBookingsOfClient,
    eraseEntriesOfClient,
  ],
  exportFiles: [exportAgreements, exportMedia],
  applyWorkHours,
  completeDeposit,
  answerReminder,
  findOffer,
  answerOffer,
};

export interface Parts {
  readonly db: Database;
  readonly config: Config;
  readonly providers: Providers;
  readonly secrets: SecretBox;
  readonly log: Log;
  readonly now?: () => number;
  readonly background?: Background;
}

export function createApp({ now = Date.now, background, ...parts }: Parts): App {
  return {
    ...parts,
    hooks: HOOKS,
    now,
    background: background ?? inlineBackground(parts.db),
    events: createEvents(parts.db),
  };
}
