import type { Database } from "#db/connection.ts";
import { findValue } from "#db/rows.ts";
import type { OwnWordsKind } from "#src/shared/client-fields.ts";

export interface OwnWords {
  readonly kind: OwnWordsKind;
  readonly id: number;
  readonly userId: string;
  readonly body: string;
}

export function insertOwnWords(db: Database, words: OwnWords): void {
  db.query(
    "insert or replace into own_words (kind, id, user_id, body) values ($kind, $id, $userId, $body)",
  ).run({ ...words });
}

export function findOwnWords(
  db: Database,
  { kind, id, userId }: Omit<OwnWords, "body">,
): string | undefined {
  return findValue<string>(
    db,
    "select body from own_words where kind = ? and id = ? and user_id = ?",
    kind,
    id,
    userId,
  );
}

export function ownWordsOf(db: Database, kind: OwnWordsKind, id: number): OwnWords[] {
  return db
    .query<OwnWords, [string, number]>(
      "select kind, id, user_id as userId, body from own_words where kind = ? and id = ?",
    )
    .all(kind, id);
}

export function deleteOwnWords(db: Database, kind: OwnWordsKind, id: number): void {
  db.query("delete from own_words where kind = ? and id = ?").run(kind, id);
}

/** The campaign's text of a message, with its merge fields; undefined for other messages. */
export function findCampaignText(db: Database, messageId: number): string | undefined {
  return findValue<string>(
    db,
    `select message from messages join campaign_texts
       on campaign_texts.campaign_id = messages.campaign_id and version = text_version
     where messages.id = ?`,
    messageId,
  );
}
