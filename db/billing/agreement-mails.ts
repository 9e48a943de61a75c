import type { Database } from "#db/connection.ts";
import { reader } from "#db/rows.ts";

export interface AgreementMailRow {
  readonly agreementId: number;
  readonly kind: "copy" | "renewal";
  /** When the announced renewal is due; 0 for the copy. */
  readonly renewsAt: number;
  readonly createdAt: number;
}

const mails = reader<AgreementMailRow>(
  "select agreement_id, kind, renews_at, created_at from agreement_mails",
);

/** Queues the copy of an agreement, once. */
export function queueAgreementCopy(db: Database, agreementId: number, now: number): void {
  db.query(
    `insert or ignore into agreement_mails (agreement_id, kind, renews_at, created_at, try_at)
     values (?1, 'copy', 0, ?2, ?2)`,
  ).run(agreementId, now);
}

/** Queues a notice for each yearly membership that renews before `until` and isn't canceled, once per renewal. */
export function queueRenewalNotices(db: Database, now: number, until: number): void {
  db.query(
    `insert or ignore into agreement_mails (agreement_id, kind, renews_at, created_at, try_at)
     select agreement_id, 'renewal', current_period_end, ?1, ?1 from subscriptions
     where billing_frequency = 'year' and status in ('active', 'trialing') and cancel_at_period_end = 0
       and current_period_end > ?1 and current_period_end <= ?2`,
  ).run(now, until);
}

/** Returns the mail that has been due for longest. */
export function nextAgreementMail(db: Database, now: number): AgreementMailRow | null {
  return mails.find(db, "where try_at <= ? order by try_at limit 1", now);
}

/** Sets when a mail is tried again; null once it is sent or no longer due. */
export function setNextTry(db: Database, mail: AgreementMailRow, tryAt: number | null): void {
  db.query(
    "update agreement_mails set try_at = ? where agreement_id = ? and kind = ? and renews_at = ?",
  ).run(tryAt, mail.agreementId, mail.kind, mail.renewsAt);
}
