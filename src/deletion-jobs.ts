import { deleteExpiredInvitations } from "#db/accounts/invitations.ts";
import { deleteCodesBefore } from "#db/accounts/verification-codes.ts";
import { deleteUnpaidAgreements } from "#db/billing/agreements.ts";
import { deleteRepliesBefore } from "#db/platform/idempotency.ts";
import { deleteEndedWindows } from "#db/platform/rate-limits.ts";
import { deleteExpiredClientSessions, deleteExpiredSessions } from "#db/platform/sessions.ts";
import { deleteOldCalls } from "#src/calls/transcripts/transcripts.ts";
import { completeMerges } from "#src/clients/profile/undo-merge.ts";
import { deleteOldMedia } from "#src/messaging/media/media.ts";
import { deleteOldSignUps } from "#src/messaging/sign-ups/sign-ups.ts";
import type { Job } from "#src/platform/jobs/scheduler.ts";
import { DAY_MS } from "#src/shared/durations.ts";

/** Jobs that delete data that is no longer needed. */
export const DELETION_JOBS: readonly Job[] = [
  {
    id: "delete-old-pictures",
    description: "Deletes pictures past their retention.",
    everySeconds: 3600,
    run: deleteOldMedia,
  },
  {
    id: "delete-old-calls",
    description: "Deletes call transcripts past their retention.",
    everySeconds: 3600,
    run: deleteOldCalls,
  },
  {
    id: "delete-unconfirmed-sign-ups",
    description: "Deletes sign-ups for texts that were not confirmed within three days.",
    everySeconds: 3600,
    run: deleteOldSignUps,
  },
  {
    id: "delete-unpaid-agreements",
    description: "Deletes agreements that were never paid for.",
    everySeconds: 3600,
    run: (app) => void deleteUnpaidAgreements(app.db, app.now()),
  },
  {
    id: "delete-expired-sessions",
    description: "Deletes expired sessions.",
    everySeconds: 3600,
    run(app) {
      deleteExpiredSessions(app.db, app.now());
      deleteExpiredInvitations(app.db, app.now());
      deleteExpiredClientSessions(app.db, app.now());
    },
  },
  {
    id: "delete-verification-codes",
    description: "Deletes verification codes after two days.",
    everySeconds: 3600,
    run: (app) => deleteCodesBefore(app.db, app.now() - 2 * DAY_MS),
  },
  {
    id: "delete-rate-limits",
    description: "Deletes counts of attempts whose time is over.",
    everySeconds: 3600,
    run: (app) => deleteEndedWindows(app.db, app.now()),
  },
  {
    id: "delete-idempotency-keys",
    description: "Deletes idempotency keys, and what undoes a merge of two clients, after a day.",
    everySeconds: 3600,
    run(app) {
      deleteRepliesBefore(app.db, app.now() - DAY_MS);
      return completeMerges(app);
    },
  },
];
