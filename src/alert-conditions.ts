import { listDisputesToAnswer } from "#db/billing/reversals.ts";
import { countOverdue } from "#db/billing/subscriptions.ts";
import { areCodesCapped } from "#src/accounts/verification-codes/caps.ts";
import type { AlertCondition, App } from "#src/app.ts";
import { listOwedRefunds } from "#src/billing/ledger/amount-owed.ts";
import { lastBackup, lastSuccessAt } from "#src/platform/backups/backups.ts";
import { formatMegabytes, freeBytes, isDiskLow } from "#src/platform/disk/disk.ts";
import { heartbeats, STALLED_MS } from "#src/platform/http/health.ts";
import { countsOf } from "#src/platform/metrics/metrics.ts";
import { hasMissedTexts, pausedReason } from "#src/platform/sending-state.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { formatMoney } from "#src/shared/money.ts";

const HOUR_MS = 60 * 60 * 1000;
const MAX_REFUSED_PER_HOUR = 5;
const MAX_BACKUP_AGE_MS = 49 * HOUR_MS;

export const ALERT_CONDITIONS: readonly AlertCondition[] = [
  {
    name: "sending-paused",
    title: "Sending is paused",
    inSettings: true,
    check(app) {
      const reason = pausedReason(app);
      return reason === null
        ? null
        : `No text leaves until this is put right: ${reason}. Then press Resume in Settings, Connections.`;
    },
  },
  {
    name: "sender-stalled",
    title: "Texts are not leaving",
    inSettings: false,
    check(app) {
      const lastTurn = heartbeats.get(app)?.lastTurn?.();
      if (lastTurn === undefined || app.now() - lastTurn < STALLED_MS) return null;
      return "The part of Parlor that sends texts does not answer. Restart Parlor; nothing is lost and nothing is sent twice. If it happens again, look into its log.";
    },
  },
  {
    name: "texts-missed",
    title: "Incoming texts could not be saved",
    inSettings: false,
    check: (app) =>
      hasMissedTexts(app)
        ? "Texts from clients came in while the disk was full. They will be fetched from Twilio as soon as there is room, before anything is sent. Make room on the server's disk."
        : null,
  },
  {
    name: "webhooks-refused",
    title: "Calls from Twilio are refused",
    inSettings: true,
    check(app) {
      const since = app.now() - HOUR_MS;
      const refused = countsOf(app).refusals.filter((at) => at > since).length;
      return refused < MAX_REFUSED_PER_HOUR
        ? null
        : `${refused} calls in the last hour did not carry Twilio's signature, so replies and receipts may be missing. In Settings, check the auth token and the webhook base URL, then press Check webhooks.`;
    },
  },
  {
    name: "backups-failing",
    title: "Backups are failing",
    inSettings: true,
    check(app) {
      const last = lastBackup(app);
      if (last && !last.ok)
        return `The last backup failed: ${last.words} It is tried again every hour; Settings, Backups has a button to try at once.`;
      const good = lastSuccessAt(app);
      return good !== undefined && app.now() - good > MAX_BACKUP_AGE_MS
        ? "There has been no backup for two days. Press Back up now in Settings, Backups, and see that the server runs at night."
        : null;
    },
  },
  {
    name: "payments-disputed",
    title: "A client disputes a payment",
    inSettings: false,
    check(app) {
      const [first, ...others] = listDisputesToAnswer(app.db);
      if (!first) return null;
      const until = first.dueBy === null ? "" : ` until ${formatDate(app, first.dueBy)}`;
      const more = others.length > 0 ? ` ${others.length} more wait too.` : "";
      return `A client's bank was asked for ${formatMoney(first.amount, first.currency)} back. Answer it at stripe.com, Payments, Disputes${until}, with the signed agreement; else the money is gone.${more}`;
    },
  },
  {
    name: "refunds-refused",
    title: "Money cannot be paid back",
    inSettings: false,
    check(app) {
      const owed = listOwedRefunds(app);
      const [first] = owed;
      if (!first) return null;
      const sum = owed.reduce((cents, one) => cents + one.cents, 0);
      return `Clients paid ${formatMoney(sum, first.currency)} more than they signed for, and it cannot be paid back. Stripe says: ${first.words} It is tried again every night; you can also refund it at stripe.com, Payments.`;
    },
  },
  {
    name: "payments-failing",
    title: "Payments are overdue",
    inSettings: false,
    check(app) {
      const { plans, memberships } = countOverdue(app.db);
      if (plans + memberships === 0) return null;
      const words = [
        plans > 0 ? `${plans} of payment plans (see Payment Subscribers)` : "",
        memberships > 0 ? `${memberships} of memberships (see Subscriptions)` : "",
      ];
      return `Cards were declined: ${words.filter(Boolean).join(" and ")}. Each client was told how to use another card, and Stripe tries again by itself.`;
    },
  },
  {
    name: "codes-capped",
    title: "Too many verification codes are asked for",
    inSettings: true,
    check: (app) =>
      areCodesCapped(app)
        ? "So many codes were asked for in a quarter of an hour that no more are sent: somebody may be trying to make you pay for texts. Clients can sign in again once that stops. Settings, Verification Codes names the countries that codes go to."
        : null,
  },
  {
    name: "disk-low",
    title: "The disk is almost full",
    inSettings: false,
    check: (app, wasOpen) =>
      isDiskLow(app.config, wasOpen)
        ? `${formatMegabytes(freeBytes(app.config))} are left on the server's disk. Texts and opt-outs go on; imports, exports and backups wait. Delete what is not needed on the server, or give it a larger disk.`
        : null,
  },
];

function formatDate(app: App, at: number): string {
  const { timeZone } = getSettings(app);
  return new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone }).format(at);
}
