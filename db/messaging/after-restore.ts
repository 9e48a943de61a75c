import { detailColumnOf } from "#db/clients/contact-columns.ts";
import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { findValue } from "#db/rows.ts";
import { MERGE_DETAILS, type MergeDetails } from "#src/shared/contact-fields.ts";

export interface UnsentText extends MergeDetails {
  readonly id: number;
  readonly body: string | null;
  readonly campaignId: number | null;
  readonly retryOf: number | null;
  readonly status: string;
  readonly name: string | null;
}

/** What waits for this number or may be with the provider, oldest first. */
export function unsentTexts(db: Database, phone: string): UnsentText[] {
  const columns = `m.id, m.body, m.campaign_id as campaignId, m.retry_of as retryOf, m.status,
    (select name from contacts where contacts.id = m.contact_id) as name
    ${MERGE_DETAILS.map((detail) => `, (select ${detailColumnOf(detail)} from contacts where contacts.id = m.contact_id) as ${detail}`).join("")}`;
  return db
    .query<UnsentText, [number]>(
      `select ${columns} from messages m where m.phone = ?1 and m.status in ('claimed', 'in_doubt')
       union all
       select ${columns} from messages m where m.phone = ?1 and m.status = 'pending' and m.campaign_id is null
       union all
       select ${columns} from campaigns
         join contacts on contacts.phone = ?1
         join messages m on m.campaign_id = campaigns.id and m.contact_id = contacts.id and m.retry_of is null
       where campaigns.status in ('scheduled', 'sending', 'stopped', 'failed') and m.status = 'pending'
       order by 1`,
    )
    .all(phoneKey(phone));
}

/** The last moment that this database knows of, in epoch milliseconds. */
export function lastKnownMoment(db: Database): number | undefined {
  return findValue<number>(
    db,
    "select max(at) as at from (select max(created_at) as at from audit_logs union all select max(settled_at) from (select settled_at from messages order by id desc limit 1000))",
  );
}
