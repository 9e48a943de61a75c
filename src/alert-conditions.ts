import { areCodesCapped } from "#src/accounts/verification-codes/caps.ts";
import type { AlertCondition } from "#src/app.ts";
import { isOtherStripeAccount } from "#src/billing/stripe-provider.ts";
import { listRequestsDueBy } from "#src/calendar/online-booking/waiting-visits.ts";
import { countUndecided } from "#src/messaging/inbox/opt-out-review.ts";
import { canSend } from "#src/messaging/outbox/outbox.ts";
import { findLastBackup, isBackupOverdue, OVERDUE_STEP } from "#src/platform/backups/backups.ts";
import { formatMegabytes, freeBytes, isDiskLow } from "#src/platform/disk/disk.ts";
import { heartbeats, STALLED_MS } from "#src/platform/http/health.ts";
import { countsOf } from "#src/platform/metrics/metrics.ts";
import { isUnreachable } from "#src/platform/reachability.ts";
import { hasMissedTexts, pausedReason } from "#src/platform/sending-state.ts";
import { listClosedSecrets } from "#src/platform/settings/settings.ts";
import { formatTime } from "#src/platform/time.ts";
import { HOUR_MS, MINUTE_MS } from "#src/shared/durations.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { BILLING_ALERTS } from "./billing-alerts.ts";

const MAX_REFUSED_PER_HOUR = 5;
/** Short failures pass without anyone's help. */
const MAX_SILENCE_MS = 5 * MINUTE_MS;
const REQUEST_WARNING_MS = 2 * HOUR_MS;

export const ALERT_CONDITIONS: readonly AlertCondition[] = [
  {
    name: "sending-paused",
    title: "Sending is paused",
    links: () => [{ path: "/settings/salon#connections", label: "Settings, Connections" }],
    check(app) {
      const reason = pausedReason(app);
      return reason === null
        ? null
        : `No texts are sent until this is fixed: ${reason}. Then press Resume in Settings, Connections.`;
    },
  },
  {
    name: "sender-stalled",
    title: "Texts aren't going out",
    check(app) {
      const lastTurn = heartbeats.get(app)?.lastTurn?.();
      if (lastTurn === undefined || app.now() - lastTurn < STALLED_MS) return null;
      return "The part of Parlor that sends texts isn't responding. Restart Parlor. No text is lost or sent twice. If it happens again, check the log.";
    },
  },
  {
    name: "twilio-unreachable",
    title: "Twilio isn't answering",
    check: (app) =>
      isUnreachable(app, "carrier", MAX_SILENCE_MS)
        ? "Texts are waiting, and we'll send each one once as soon as Twilio answers. Make sure the server is connected to the internet, and see status.twilio.com."
        : null,
  },
  {
    name: "stripe-unreachable",
    title: "Stripe isn't answering",
    check: (app) =>
      isUnreachable(app, "stripe", MAX_SILENCE_MS)
        ? "Charges and refunds are waiting, and we'll make each one once as soon as Stripe answers. Clients can't pay until then. Make sure the server is connected to the internet, and see status.stripe.com."
        : null,
  },
  {
    name: "stripe-other-account",
    title: "Memberships are in another Stripe account",
    links: () => [{ path: "/settings/payments#stripe", label: "Settings" }],
    check: (app) =>
      isOtherStripeAccount(app)
        ? "The connected Stripe account doesn't have the memberships and payment plans that were imported. In Settings, connect the account that collects them. Until then we leave them as they are."
        : null,
  },
  {
    name: "texts-missed",
    title: "Incoming texts couldn't be saved",
    check: (app) =>
      hasMissedTexts(app) && canSend(app)
        ? "Texts from clients couldn't be saved, for example because the server's disk was full. Make sure that it has free space. We'll fetch them from Twilio before anything is sent."
        : null,
  },
  {
    name: "opt-outs-undecided",
    title: "Texts may be opt-outs",
    links: () => [{ path: "/inbox", label: "inbox" }],
    check(app) {
      const waiting = countUndecided(app);
      return waiting === 0
        ? null
        : `${formatCount(waiting, "client")} may have asked for no more texts and ${waiting === 1 ? "has" : "have"} waited more than a business day. Open the conversations marked “Opt-out?” in the inbox and choose what they meant. After five business days we'll opt them out.`;
    },
  },
  {
    name: "requests-undecided",
    title: "A request is about to be declined",
    check(app) {
      const due = listRequestsDueBy(app, app.now() + REQUEST_WARNING_MS);
      const [first] = due.map(({ deadline }) => deadline).sort((a, b) => a - b);
      if (first === undefined) return null;
      const until = formatTime(app, first, { timeStyle: "short" });
      return `${formatCount(due.length, "appointment request")} ${due.length === 1 ? "is" : "are"} waiting for your answer. We'll decline the first at ${until}. Approve or decline on the dashboard, under Waiting for You.`;
    },
  },
  {
    name: "webhooks-refused",
    title: "Requests from Twilio fail the signature check",
    links: () => [{ path: "/settings/texting#webhooks", label: "Settings" }],
    check(app) {
      const since = app.now() - HOUR_MS;
      const refused = countsOf(app).refusals.filter((at) => at > since).length;
      return refused < MAX_REFUSED_PER_HOUR
        ? null
        : `${refused} requests in the last hour didn't have Twilio's signature, so replies and text receipts may be missing. In Settings, check the auth token and the webhook base URL, then press Check Webhooks.`;
    },
  },
  {
    name: "backups-failing",
    title: "Backups are failing",
    links: () => [{ path: "/settings/advanced#backups", label: "Settings, Backups" }],
    check(app) {
      const last = findLastBackup(app.db);
      if (last && !last.ok)
        return `The last backup failed: ${last.message} We'll try again every hour. To try now, press Back Up Now in Settings, Backups.`;
      return isBackupOverdue(app.db, app.now())
        ? `There has been no backup for two days. ${OVERDUE_STEP}`
        : null;
    },
  },
  {
    name: "secrets-closed",
    title: "Saved passwords and keys can't be opened",
    links: () => [{ path: "/settings", label: "Settings" }],
    check(app) {
      const names = listClosedSecrets(app);
      return names.length === 0
        ? null
        : `This server's secret key isn't the one they were saved with (${names.join(", ")}). Put the old key back and restart Parlor, or enter them again in Settings.`;
    },
  },
  ...BILLING_ALERTS,
  {
    name: "codes-capped",
    title: "Too many verification code requests",
    links: () => [{ path: "/settings/payments#codes", label: "Settings, Verification Codes" }],
    check: (app) =>
      areCodesCapped(app)
        ? "Too many codes were requested in 15 minutes, so we've stopped sending them. Someone may be trying to run up your texting bill. Clients can sign in again once it stops. Settings, Verification Codes lists the countries that codes are sent to."
        : null,
  },
  {
    name: "disk-low",
    title: "The disk is almost full",
    check: (app, wasOpen) =>
      isDiskLow(app.config, wasOpen)
        ? `${formatMegabytes(freeBytes(app.config))} is left on the server's disk. Texts and opt-outs still work; imports, exports and backups are on hold. Delete files on the server that aren't needed, or give it a larger disk.`
        : null,
  },
];
