import type { Database } from "#db/connection.ts";
import { pluck } from "#db/rows.ts";

/**
 * Erases one slice of the texts of deleted campaigns: waiting texts are deleted, the others lose
 * their body. Number, time, status, provider id and cost remain as the ledger. Returns true while
 * there is more.
 */
export function eraseDeletedCampaigns(db: Database, slice: number): boolean {
  const campaign = db.query<{ id: number }, []>("select id from deleted_campaigns limit 1").get();
  if (!campaign) return false;

  const ids = JSON.stringify(
    pluck(
      db,
      `select id from messages
       where campaign_id = ? and contact_id is not null and retry_of is null and hidden = 0 limit ?`,
      campaign.id,
      slice,
    ),
  );
  const these =
    "(id in (select value from json_each(?1)) or retry_of in (select value from json_each(?1)))";
  db.query(`delete from messages where ${these} and status = 'pending'`).run(ids);
  // A text that the provider may have keeps its body, because reconciliation matches it by the body.
  db.query(
    `update messages set hidden = 1, body = iif(status in ('claimed', 'in_doubt'), body, null) where ${these}`,
  ).run(ids);
  if (ids === "[]") db.query("delete from deleted_campaigns where id = ?").run(campaign.id);
  return true;
}
