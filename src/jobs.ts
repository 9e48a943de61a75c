import { eraseDeletedCampaigns } from "#db/messaging/campaign-texts.ts";
import { indexOldAudits } from "#db/platform/audit-search.ts";
import { deleteOrphanedContacts } from "#src/accounts/users/removal.ts";
import { findPaymentsProvider } from "#src/billing/stripe-provider.ts";
import { queueDueTexts } from "#src/calendar/queue-due-texts.ts";
import { endStaleCalls } from "#src/calls/conversation/ending.ts";
import { eraseFromSearch } from "#src/clients/profile/erase.ts";
import { snapshotAudiences } from "#src/messaging/campaigns/snapshot-audience.ts";
import { startScheduledCampaigns } from "#src/messaging/campaigns/start.ts";
import { checkNumbers } from "#src/messaging/deliverability/check.ts";
import { continueScan } from "#src/messaging/deliverability/scan.ts";
import { fetchMissedTexts, saveWatchedUntil } from "#src/messaging/inbox/catch-up.ts";
import { fetchPictures } from "#src/messaging/inbox/fetch-pictures.ts";
import { optOutUndecided } from "#src/messaging/inbox/opt-out-review.ts";
import { catchUpAfterRestore } from "#src/messaging/outbox/after-restore.ts";
import { carrierOf } from "#src/messaging/outbox/outbox.ts";
import { fetchPrices } from "#src/messaging/outbox/prices.ts";
import { reconcileTextsInDoubt } from "#src/messaging/outbox/reconcile.ts";
import { refreshRegistration } from "#src/messaging/registration/registration.ts";
import { watchConditions } from "#src/platform/alerts/alerts.ts";
import { backUpNightly } from "#src/platform/backups/backups.ts";
import { checkpointLog, keepDiskReserve } from "#src/platform/disk/disk.ts";
import { collectGarbage, type Job } from "#src/platform/jobs/scheduler.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { isSilent, recordReach } from "#src/platform/reachability.ts";
import { isRestored } from "#src/platform/sending-state.ts";
import { fetchIfDue } from "#src/reviews/fetch.ts";
import type { App } from "./app.ts";
import { BILLING_JOBS } from "./billing-jobs.ts";
import { CALENDAR_JOBS } from "./calendar-jobs.ts";
import { DELETION_JOBS } from "./deletion-jobs.ts";

/** Rows per transaction; each takes a few milliseconds of the event loop. */
const CAMPAIGN_TEXTS = 1_000;
const AUDIT_ENTRIES = 500;

/** Every recurring job, except the sender's own loop. */
export const JOBS: readonly Job[] = [
  {
    id: "start-scheduled-campaigns",
    description: "Starts campaigns whose time has come.",
    everySeconds: 1,
    run: startScheduledCampaigns,
  },
  {
    id: "snapshot-audiences",
    description: "Writes the rest of large audiences.",
    everySeconds: 1,
    run: snapshotAudiences,
  },
  {
    id: "check-numbers",
    description: "Looks up the numbers of campaigns that wait for it.",
    everySeconds: 1,
    run: checkNumbers,
  },
  {
    id: "scan-deliverability",
    description: "Reads the outcomes of past texts from the carrier.",
    everySeconds: 30,
    run: continueScan,
  },
  {
    id: "reconcile-texts",
    description: "Asks the carrier about texts whose outcome is unknown.",
    everySeconds: 2,
    run: reconcileTextsInDoubt,
  },
  {
    id: "erase-deleted-campaigns",
    description: "Erases the message bodies of deleted campaigns.",
    everySeconds: 2,
    run: async (app) => {
      const slice = () => ({ done: !eraseDeletedCampaigns(app.db, CAMPAIGN_TEXTS) });
      await inSlices(app, {}, slice);
    },
  },
  {
    id: "index-audit-log",
    description: "Indexes audit entries written before the search existed.",
    everySeconds: 2,
    run: async (app) => {
      await inSlices(app, {}, () => ({ done: !indexOldAudits(app.db, AUDIT_ENTRIES) }));
    },
  },
  {
    id: "end-abandoned-calls",
    description: "Ends calls whose end Twilio never reported.",
    everySeconds: 600,
    run: endStaleCalls,
  },
  {
    id: "delete-contacts-of-deleted-users",
    description: "Deletes the contacts of users deleted with everything they own.",
    everySeconds: 2,
    run: deleteOrphanedContacts,
  },
  {
    id: "fetch-reviews",
    description: "Fetches reviews from Google.",
    everySeconds: 60,
    run: fetchIfDue,
  },
  {
    id: "opt-out-undecided",
    description: "Opts out clients whose unclear text no one decided on within five weekdays.",
    everySeconds: 600,
    run: optOutUndecided,
  },
  {
    id: "fetch-prices",
    description: "Fetches what texts cost from the carrier.",
    everySeconds: 6 * 3600,
    run: fetchPrices,
  },
  {
    id: "erase-clients-from-search",
    description: "Removes erased clients from the search indexes.",
    everySeconds: 5,
    run: eraseFromSearch,
  },
  {
    id: "checkpoint",
    description: "Moves the write-ahead log into the database.",
    everySeconds: 0.5,
    run: checkpointLog,
  },
  {
    id: "fetch-missed-texts",
    description: "Fetches incoming texts that could not be saved.",
    everySeconds: 5,
    run: fetchMissedTexts,
  },
  {
    id: "catch-up-after-restore",
    description: "Asks the carrier what was sent since a restored backup or an import.",
    everySeconds: 5,
    run: async (app) => {
      if (isRestored(app)) await queueDueTexts(app);
      await catchUpAfterRestore(app);
    },
  },
  {
    id: "collect-garbage",
    description: "Returns unused memory to the system.",
    everySeconds: 5,
    run: collectGarbage,
  },
  {
    id: "keep-disk-reserve",
    description: "Keeps the disk reserve in place.",
    everySeconds: 60,
    run: (app) => keepDiskReserve(app.config),
  },
  { id: "back-up", description: "Makes the nightly backup.", everySeconds: 60, run: backUpNightly },
  {
    id: "watch-alerts",
    description: "Checks the conditions that admins are alerted about.",
    everySeconds: 60,
    // After a restore, admins see at once that sending is paused.
    atStart: true,
    run: watchConditions,
  },
  {
    id: "probe-silent-services",
    description: "Asks Twilio and Stripe again after they did not answer.",
    everySeconds: 30,
    run: probeSilentServices,
  },
  {
    id: "fetch-pictures",
    description: "Downloads pictures that clients sent.",
    everySeconds: 1,
    run: fetchPictures,
  },
  {
    id: "record-inbound-watch",
    description: "Records until when incoming texts were received.",
    everySeconds: 60,
    run: saveWatchedUntil,
  },
  {
    id: "read-registration",
    description: "Asks Twilio whether US carriers have approved the number.",
    everySeconds: 6 * 3600,
    atStart: true,
    run: refreshRegistration,
  },
  ...BILLING_JOBS,
  ...CALENDAR_JOBS,
  ...DELETION_JOBS,
];

/** Without a text or a charge that waits, nothing else would notice that a service answers again. */
export async function probeSilentServices(app: App): Promise<void> {
  if (isSilent(app, "carrier")) {
    const carrier = await carrierOf(app);
    if (!carrier || !(await carrier.check()).unanswered) recordReach(app, "carrier", true);
  }
  if (isSilent(app, "stripe")) {
    const payments = await findPaymentsProvider(app);
    if (!payments || !(await payments.check()).unanswered) recordReach(app, "stripe", true);
  }
}
