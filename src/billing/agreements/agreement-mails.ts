import * as store from "#db/billing/agreements.ts";
import { type AgreementRow, findAgreement } from "#db/billing/agreements.ts";
import { findSubscriptionByAgreement } from "#db/billing/subscriptions.ts";
import { findListedSubscription } from "#db/billing/subscriptions-list.ts";
import { whenFree, writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { termsOfAgreement } from "#src/billing/ledger/facts.ts";
import { sendMembershipMail } from "#src/platform/mail.ts";
import type { Mail } from "#src/platform/providers/mail.ts";
import {
  clientPagesUrl,
  getSettings,
  membershipMailServer,
} from "#src/platform/settings/settings.ts";
import { formatTime } from "#src/platform/time.ts";
import { formatTerm } from "#src/shared/agreement-terms.ts";
import { sayFrom } from "#src/shared/business-name.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#src/shared/durations.ts";
import { formatMoney } from "#src/shared/money.ts";
import {
  businessContact,
  createAgreementFile,
  externalKey,
  recordAgreementEvent,
} from "./agreements.ts";

/** California asks for a notice 15 to 45 days before a yearly renewal (B&P 17602). */
const NOTICE_MS = 30 * DAY_MS;
const GIVE_UP_MS = 14 * DAY_MS;
const RETRY_MS = { shortest: 15 * MINUTE_MS, longest: 12 * HOUR_MS };

/** Queues the notices of yearly memberships that renew within 30 days. */
export function announceRenewals(app: App): void {
  store.queueRenewalNotices(app.db, app.now(), app.now() + NOTICE_MS);
}

/**
 * Sends the mails that are due. The next try is stored before sending and removed afterward, so each is sent once; after a
 * crash in between it is sent again under the same Message-ID.
 */
export async function sendAgreementMails(app: App): Promise<void> {
  // Without a mail server they wait for one.
  while (membershipMailServer(app)) {
    const due = store.nextAgreementMail(app.db, app.now());
    if (!due) return;
    const waited = app.now() - due.createdAt;
    const pause = Math.min(RETRY_MS.longest, Math.max(RETRY_MS.shortest, waited));
    await whenFree(() => store.setNextTry(app.db, due, app.now() + pause));
    const mail = waited < GIVE_UP_MS ? await renderMail(app, due) : undefined;
    const outcome = mail && (await sendMembershipMail(app, mail));
    if (outcome?.kind === "refused") continue;
    await writeWhenFree(app.db, () => {
      store.setNextTry(app.db, due, null);
      if (mail && due.kind === "copy")
        recordAgreementEvent(app, due.agreementId, `Copy emailed to ${mail.to}`);
    });
  }
}

/** Returns undefined when there is nothing to say any more. */
async function renderMail(app: App, due: store.AgreementMailRow): Promise<Mail | undefined> {
  const agreement = findAgreement(app.db, due.agreementId);
  if (!agreement) return undefined;
  const mail =
    due.kind === "copy" ? await renderCopy(app, agreement) : renderRenewal(app, agreement, due);
  return mail && { ...mail, id: `${externalKey(agreement)}-${due.kind}-${due.renewsAt}` };
}

async function renderCopy(app: App, agreement: AgreementRow): Promise<Mail> {
  const { kind, title, signerName, email } = agreement;
  const { businessName } = getSettings(app);
  const { extension, type, bytes } = await createAgreementFile(app, agreement);
  const thanks = kind === "membership" ? "Thank you for joining" : "Thank you for signing up";
  return {
    to: email,
    subject: `${sayFrom(businessName)}your signed agreement`,
    text: [
      `Hello ${signerName},`,
      `${thanks}. Your signed agreement "${title}" is attached. Keep it for your records.`,
      ["What you agreed to pay:", ...termsOfAgreement(agreement).map(formatTerm)].join("\n"),
      kind === "membership"
        ? howToCancel(app)
        : `See your payments or change your card: ${clientPagesUrl(app)}/financing/login`,
      `Questions? ${businessContact(app)}`,
    ].join("\n\n"),
    attachments: [{ name: `agreement.${extension}`, type, content: bytes }],
  };
}

/** Undefined if the membership no longer renews then. */
function renderRenewal(
  app: App,
  { id }: AgreementRow,
  { renewsAt }: store.AgreementMailRow,
): Mail | undefined {
  const stored = findSubscriptionByAgreement(app.db, id);
  const member = stored && findListedSubscription(app.db, stored.id);
  if (!member?.contactEmail || member.currentPeriodEnd !== renewsAt || renewsAt <= app.now())
    return undefined;
  if (member.status === "canceled" || member.cancelAtPeriodEnd) return undefined;
  const day = formatTime(app, renewsAt, { dateStyle: "long" });
  return {
    to: member.contactEmail,
    subject: `Your membership "${member.membershipName}" renews on ${day}`,
    text: [
      `Hello ${member.contactName},`,
      `Your membership "${member.membershipName}" renews for a year on ${day}. We'll charge ${formatMoney(member.price, member.currency)} to your card then.`,
      `You don't need to do anything to keep it. ${howToCancel(app)}`,
      `Questions? ${businessContact(app)}`,
    ].join("\n\n"),
  };
}

function howToCancel(app: App): string {
  return `To cancel, sign in with your phone number at ${clientPagesUrl(app)}/membership/login and press Cancel Membership, or contact us.`;
}
