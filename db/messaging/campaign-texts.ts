import type { Database } from "#db/connection.ts";
import { findValue, insertRow, pluck, updateRow } from "#db/rows.ts";

/** Texts already sent keep their version; texts that are not yet claimed use the new one. */
export function addTextVersion(
  db: Database,
  campaign: { readonly id: number; readonly textVersion: number },
  text: { message: string; segments: number; totalCost: number },
): void {
  const version = campaign.textVersion + 1;
  insertTextVersion(db, campaign.id, version, text.message);
  updateRow(db, "campaigns", campaign.id, {
    textVersion: version,
    segments: text.segments,
    totalCost: text.totalCost,
  });
}

export function campaignTextOf(
  db: Database,
  campaignId: number,
  version: number,
): string | undefined {
  return findValue<string>(
    db,
    "select message from campaign_texts where campaign_id = ? and version = ?",
    campaignId,
    version,
  );
}

export function insertTextVersion(
  db: Database,
  id: number,
  version: number,
  message: string,
): void {
  insertRow(db, "campaign_texts", { campaignId: id, version, message });
}

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
