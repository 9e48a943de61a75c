import type { Database } from "#db/connection.ts";
import { findValue, insertRow, updateRow } from "#db/rows.ts";

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
