import { type Background, inlineBackground } from "#db/background-thread.ts";
import { isUnprovenEmail } from "#db/billing/agreements.ts";
import {
  hasLiveSubscription,
  ownersHaveLiveSubscriptions,
} from "#db/billing/subscriptions-list.ts";
import { isNewsOutdated, isReminderOpen } from "#db/calendar/appointment-texts.ts";
import { allEmployees } from "#db/calendar/employees.ts";
import { bookingsOfCampaign } from "#db/calendar/reports.ts";
import { isOfferOpen } from "#db/calendar/waitlist-offers.ts";
import type { Database } from "#db/connection.ts";
import { accountsOfClient } from "#src/accounts/client-part.ts";
import { exportAgreements } from "#src/billing/agreements/agreements.ts";
import { billingOfClient } from "#src/billing/client-part.ts";
import { visitStartsOfClients } from "#src/calendar/appointments/list.ts";
import { automaticTextRefusal } from "#src/calendar/automatic-texts/offers.ts";
import { calendarOfClient } from "#src/calendar/client-part.ts";
import { listWaitingConflicts } from "#src/calendar/deletion-conflicts/deletion-conflicts.ts";
import { readBookingNews } from "#src/calendar/desk-news.ts";
import { applyWorkHours } from "#src/calendar/hours/hours.ts";
import {
  bookWithCard,
  completeDeposit,
  findCardVisit,
} from "#src/calendar/online-booking/complete-deposit.ts";
import { updateDepositRefund } from "#src/calendar/online-booking/deposits.ts";
import { listWaitingVisits } from "#src/calendar/online-booking/waiting-visits.ts";
import { answerReminder } from "#src/calendar/reminders/reminders.ts";
import { listFeeQuestions, reopenFee } from "#src/calendar/visit-payments/fees.ts";
import {
  completeVisits,
  findNextStart,
  findUnpaidVisit,
  getVisitBill,
  listDeposits,
  listRemainingVisits,
  listUnpaidVisits,
  maySeeVisits,
  waiveDeposits,
} from "#src/calendar/visit-payments/visit-payments.ts";
import { answerOffer, findOffer } from "#src/calendar/waitlist/answer-offer.ts";
import { listWaitingCallers } from "#src/calls/booking-requests/list.ts";
import { callsOfClient } from "#src/calls/client-part.ts";
import { contactOfClient } from "#src/clients/client-part.ts";
import { listWaitingUpdates } from "#src/clients/contact-updates/contact-updates.ts";
import { requestsOfClient } from "#src/integrations/client-part.ts";
import { textsOfClient } from "#src/messaging/client-part.ts";
import { exportMedia } from "#src/messaging/media/media.ts";
import type { Config } from "#src/platform/config.ts";
import { createEvents } from "#src/platform/http/events.ts";
import type { Log } from "#src/platform/log.ts";
import type { SecretBox } from "#src/platform/secrets/secret-box.ts";
import { reviewsOfClient } from "#src/reviews/client-part.ts";
import { ALERT_CONDITIONS } from "./alert-conditions.ts";
import type { App, Hooks, Providers } from "./app.ts";

/** Domains that take part in a lower domain's work. */
const HOOKS: Hooks = {
  alertConditions: ALERT_CONDITIONS,
  waiting: [
    listWaitingVisits,
    listFeeQuestions,
    listWaitingConflicts,
    listWaitingCallers,
    listWaitingUpdates,
  ],
  readBookingNews,
  listVisitStarts: visitStartsOfClients,
  clientParts: [
    billingOfClient,
    // Before the calendar, because booked appointments are found through the caller's requests.
    callsOfClient,
    calendarOfClient,
    requestsOfClient,
    reviewsOfClient,
    accountsOfClient,
    // Before the texts, which lead to stored replies.
    contactOfClient,
    textsOfClient,
  ],
  exportFiles: [exportAgreements, exportMedia],
  applyWorkHours,
  completeDeposit,
  findCardVisit,
  bookWithCard,
  updateDepositRefund,
  answerReminder,
  findOffer,
  answerOffer,
  visits: {
    getBill: getVisitBill,
    findUnpaid: findUnpaidVisit,
    listUnpaid: listUnpaidVisits,
    complete: completeVisits,
    reopenFee,
    waiveDeposits,
    listDeposits,
    findNextStart,
    listRemaining: listRemainingVisits,
    maySee: maySeeVisits,
  },
  automaticTextRefusal,
  queries: {
    allEmployees,
    hasLiveSubscription,
    ownersHaveLiveSubscriptions,
    isUnprovenEmail,
    bookingsOfCampaign,
    isReminderOpen,
    isNewsOutdated,
    isOfferOpen,
  },
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
