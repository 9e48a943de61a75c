import type { Database } from "#db/connection.ts";

/** Texts already sent keep their version; texts that are not yet claimed use the new one. */
export function addTextVersion(
  db: Database,
  campaign: { readonly id: number; readonly textVersion: number },
  text: { message: string; segments: number; totalCost: number },
): void {
  const version = campaign.textVersion + 1;
  insertTextVersion(db, campaign.id, version, text.message);
  db.query("update campaigns set text_version = ?, segments = ?, total_cost = ? where id = ?").run(
    version,
    text.segments,
    text.totalCost,
    campaign.id,
  );
}

export function campaignTextOf(
  db: Database,
  campaignId: number,
  version: number,
): string | undefined {
  return db
    .query<{ message: string }, [number, number]>(
      "select message from campaign_texts where campaign_id = ? and version = ?",
    )
    .get(campaignId, version)?.message;
}

export function insertTextVersion(
  db: Database,
  id: number,
  version: number,
  message: string,
): void {
  db.query("insert into campaign_texts (campaign_id, version, message) values (?, ?, ?)").run(
    id,
    version,
    message,
  );
}
