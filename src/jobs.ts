import { deleteExpiredClientSessions } from "#db/accounts/client-sessions.ts";
import { deleteExpiredSessions } from "#db/accounts/sessions.ts";
import { deleteCodesBefore } from "#db/accounts/verification-codes.ts";
import { deleteUnpaidAgreements } from "#db/billing/agreements.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import { eraseDeletedCampaigns } from "#db/messaging/deleted-campaigns.ts";
import { indexOldAudits } from "#db/platform/audit-search.ts";
import { deleteRepliesBefore } from "#db/platform/idempotency.ts";
import { dropLeavingContacts } from "#src/accounts/users/removal.ts";
import { finishCharges } from "#src/billing/ledger/charge.ts";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { closeEmptyConflicts } from "#src/calendar/deletion-conflicts/deletion-conflicts.ts";
import { sendReminders } from "#src/calendar/reminders/send-reminders.ts";
import { sendThankYous } from "#src/calendar/reminders/send-thank-yous.ts";
import { endForgottenCalls } from "#src/calls/conversation/ending.ts";
import { forgetOldCalls } from "#src/calls/transcripts/retention.ts";
import { eraseFromSearch } from "#src/clients/profile/erase.ts";
import { startScheduled } from "#src/messaging/campaigns/schedule.ts";
import { freezeAudiences } from "#src/messaging/campaigns/snapshot-audience.ts";
import { checkNumbers } from "#src/messaging/deliverability/check.ts";
import { keepScanning } from "#src/messaging/deliverability/scan.ts";
import { fetchMissedTexts, noteWatching } from "#src/messaging/inbox/catch-up.ts";
import { fetchPictures } from "#src/messaging/inbox/fetch-pictures.ts";
import { forgetOldMedia } from "#src/messaging/media/retention.ts";
import { fetchPrices } from "#src/messaging/outbox/prices.ts";
import { settleDoubtful } from "#src/messaging/outbox/reconcile.ts";
import { watchConditions } from "#src/platform/alerts/alerts.ts";
import { backUpNightly } from "#src/platform/backups/backups.ts";
import { keepBallast } from "#src/platform/disk/disk.ts";
import { writeLogBack } from "#src/platform/disk/log.ts";
import { giveMemoryBack } from "#src/platform/jobs/memory.ts";
import type { Job } from "#src/platform/jobs/scheduler.ts";
import { fetchByItself } from "#src/reviews/fetch.ts";

/** Texts at a time: a few milliseconds of the loop. */
const SLICE = 1_000;
const AUDIT_SLICE = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Everything that this machine does by itself, beside the sender's own loop. */
export const schedule: readonly Job[] = [
  { name: "begin scheduled campaigns", everySeconds: 1, run: startScheduled },
  { name: "write down large audiences", everySeconds: 1, run: freezeAudiences },
  { name: "check the numbers of campaigns", everySeconds: 1, run: checkNumbers },
  { name: "scan what became of texts", everySeconds: 30, run: keepScanning },
  { name: "settle texts in doubt", everySeconds: 2, run: settleDoubtful },
  {
    name: "erase the words of deleted campaigns",
    everySeconds: 2,
    run: async (app) => {
      while (inTransaction(app.db, () => eraseDeletedCampaigns(app.db, SLICE))) await Bun.sleep(10);
    },
  },
  {
    name: "index old rows of the audit log",
    everySeconds: 2,
    run: async (app) => {
      const slice = () => inTransaction(app.db, () => indexOldAudits(app.db, AUDIT_SLICE));
      while (await whenFree(slice)) await Bun.sleep(10);
    },
  },
  {
    name: "close conflicts of which every appointment is gone",
    everySeconds: 600,
    run: closeEmptyConflicts,
  },
  { name: "end calls of which nobody told the end", everySeconds: 600, run: endForgottenCalls },
  { name: "delete the contacts of deleted users", everySeconds: 2, run: dropLeavingContacts },
  { name: "remind of appointments", everySeconds: 60, run: sendReminders },
  { name: "thank for appointments", everySeconds: 120, run: sendThankYous },
  {
    name: "ask Stripe what happened",
    everySeconds: 24 * 3600,
    atStart: true,
    run: reconcile,
  },
  { name: "finish charges that were cut off", everySeconds: 60, run: finishCharges },
  { name: "fetch reviews from Google", everySeconds: 60, run: fetchByItself },
  { name: "fetch what texts cost", everySeconds: 6 * 3600, run: fetchPrices },
  { name: "erase clients' words from the search", everySeconds: 5, run: eraseFromSearch },
  { name: "write the log back", everySeconds: 0.5, run: writeLogBack },
  { name: "fetch texts that could not be written down", everySeconds: 5, run: fetchMissedTexts },
  { name: "give memory back", everySeconds: 5, run: giveMemoryBack },
  { name: "keep the ballast", everySeconds: 60, run: (app) => keepBallast(app.config) },
  { name: "back up at night", everySeconds: 60, run: backUpNightly },
  {
    name: "look for what admins should know",
    everySeconds: 60,
    run: watchConditions,
  },
  { name: "fetch what clients sent along", everySeconds: 1, run: fetchPictures },
  { name: "forget old pictures", everySeconds: 3600, run: forgetOldMedia },
  { name: "forget old calls", everySeconds: 3600, run: forgetOldCalls },
  { name: "note that inbound texts are heard", everySeconds: 60, run: noteWatching },
  {
    name: "forget agreements that nobody paid for",
    everySeconds: 3600,
    run: (app) => void deleteUnpaidAgreements(app.db, app.now()),
  },
  {
    name: "forget expired sessions",
    everySeconds: 3600,
    run(app) {
      deleteExpiredSessions(app.db, app.now());
      deleteExpiredClientSessions(app.db, app.now());
    },
  },
  {
    name: "forget verification codes",
    everySeconds: 3600,
    run: (app) => deleteCodesBefore(app.db, app.now() - 2 * DAY_MS),
  },
  {
    name: "forget answered idempotency keys",
    everySeconds: 3600,
    run: (app) => deleteRepliesBefore(app.db, app.now() - DAY_MS),
  },
];
