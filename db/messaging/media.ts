import type { Database } from "#db/connection.ts";
import { exists, integer, orNull, pluck, type RowOf, table, text } from "#db/rows.ts";

const COLUMNS =
  "id, message_id as messageId, place, state, type, size, source, error, tries, uploaded_by as uploadedBy";
const media = table("media", {
  id: integer(),
  messageId: orNull(integer()),
  /** Among the text's media, from 0. */
  place: integer(),
  state: text<"waiting" | "stored" | "failed" | "gone">(),
  /** MIME type, detected from the bytes; null until they are fetched. */
  type: orNull(text()),
  size: orNull(integer()),
  source: orNull(text()),
  error: orNull(text()),
  tries: integer(),
  uploadedBy: orNull(text()),
  createdAt: integer(),
  /** Of an upload that wasn't sent, or of a deleted conversation's text that was on its way. */
  deleteAt: orNull(integer()),
});

export type MediaRow = RowOf<typeof media>;
/** Bytes per row, small enough that SQLite does not cache a long chain of overflow pages. */
const PIECE_BYTES = 256 * 1024;

/** Records media that the provider has for a client's text. It is fetched later, or failed if there is no source. */
export function insertInboundMedia(
  db: Database,
  media: { messageId: number; place: number; source: string | null; error: string | null },
  now: number,
): void {
  db.query(
    `insert into media (message_id, place, state, source, error, due_at, created_at)
     values ($messageId, $place, iif($source is null, 'failed', 'waiting'), $source, $error, $now, $now)`,
  ).run({ ...media, now });
}

/** Stores a picture that a staff member is about to send. Returns its id. */
export function insertUpload(
  db: Database,
  upload: { type: string; bytes: Uint8Array; userId: string; deleteAt: number },
  now: number,
): number {
  const id = media.insert(db, {
    state: "stored",
    type: upload.type,
    size: upload.bytes.length,
    uploadedBy: upload.userId,
    createdAt: now,
    deleteAt: upload.deleteAt,
  });
  writePieces(db, id, upload.bytes);
  return id;
}

export function storeFetched(
  db: Database,
  id: number,
  fetched: { type: string; bytes: Uint8Array },
): boolean {
  const { changes } = db
    .query(
      `update media set state = 'stored', type = $type, size = $size, source = null, error = null
       where id = $id and state = 'waiting'`,
    )
    .run({ id, type: fetched.type, size: fetched.bytes.length });
  if (changes > 0) writePieces(db, id, fetched.bytes);
  return changes > 0;
}

export function scheduleRetry(db: Database, id: number, dueAt: number, reason: string): void {
  db.query(
    "update media set tries = tries + 1, due_at = ?2, error = ?3 where id = ?1 and state = 'waiting'",
  ).run(id, dueAt, reason);
}

export function markMediaFailed(db: Database, id: number, reason: string): void {
  db.query("update media set state = 'failed', error = ?2 where id = ?1 and state = 'waiting'").run(
    id,
    reason,
  );
}

export function dueMedia(db: Database, now: number, limit: number): MediaRow[] {
  return media.list(
    db,
    "where state = 'waiting' and due_at <= ? order by due_at limit ?",
    now,
    limit,
  );
}

export function mediaOfMessages(db: Database, messageIds: readonly number[]): MediaRow[] {
  return media.list(
    db,
    "where message_id in (select value from json_each(?)) order by message_id, place",
    JSON.stringify(messageIds),
  );
}

/** The stored media of a text, in their order. */
export function mediaIdsOf(db: Database, messageId: number): number[] {
  return pluck(
    db,
    "select id from media where message_id = ? and state = 'stored' order by place",
    messageId,
  );
}

export function findMedia(db: Database, id: number): MediaRow | null {
  return media.find(db, "where id = ?", id);
}

/** Whether the text is shown in a thread. */
export function isInThread(db: Database, messageId: number): boolean {
  return exists(
    db,
    "select 1 from messages where id = ? and hidden = 0 and contact_id is not null",
    messageId,
  );
}

export function readMediaBytes(db: Database, id: number): Uint8Array<ArrayBuffer> {
  const pieces = db
    .query<{ bytes: Uint8Array }, [number]>(
      "select bytes from media_pieces where media_id = ? order by id",
    )
    .all(id);
  const whole = new Uint8Array(pieces.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let at = 0;
  for (const { bytes } of pieces) {
    whole.set(bytes, at);
    at += bytes.length;
  }
  return whole;
}

/** All media after an id, with the time of the text in a thread that has them; null without one. */
export function mediaAfter(
  db: Database,
  after: number,
  limit: number,
): (MediaRow & { readonly sentAt: number | null })[] {
  return db
    .query<MediaRow & { sentAt: number | null }, [number, number]>(
      `select ${COLUMNS}, (select coalesce(at, messages.due_at) from messages
         where messages.id = message_id and hidden = 0) as sentAt
       from media where id > ? order by id limit ?`,
    )
    .all(after, limit);
}

export function uploadsOf(db: Database, userId: string): MediaRow[] {
  return media.list(db, "where uploaded_by = ? and message_id is null order by id", userId);
}

/** Makes an upload part of a text. */
export function attachMedia(db: Database, id: number, messageId: number, place: number): void {
  media.update(db, id, { messageId, place, deleteAt: null });
}

/** Copies the pictures of a failed text to the text that retries it. */
export function copyMedia(db: Database, from: number, to: number, now: number): void {
  for (const { id } of mediaOfMessages(db, [from])) {
    const { lastInsertRowid } = db
      .query(
        `insert into media (message_id, place, state, type, size, uploaded_by, created_at)
         select ?2, place, state, type, size, uploaded_by, ?3 from media where id = ?1`,
      )
      .run(id, to, now);
    db.query(
      "insert into media_pieces (media_id, bytes) select ?2, bytes from media_pieces where media_id = ?1 order by id",
    ).run(id, Number(lastInsertRowid));
  }
}

export function deleteMedia(db: Database, id: number): void {
  db.query("delete from media where id = ?").run(id);
}

/** Deletes up to `limit` media whose time to be deleted has come. Returns the number deleted. */
export function deleteScheduledMedia(db: Database, now: number, limit: number): number {
  return db
    .query("delete from media where id in (select id from media where delete_at <= ? limit ?)")
    .run(now, limit).changes;
}

/** Deletes the bytes of up to `limit` media from before that time; their rows remain, marked as gone. Returns the number. */
export function deleteBytesBefore(db: Database, before: number, limit: number): number {
  const ids = JSON.stringify(
    pluck(
      db,
      `select id from media where state = 'stored' and created_at < ? and message_id is not null
       order by created_at limit ?`,
      before,
      limit,
    ),
  );
  db.query("delete from media_pieces where media_id in (select value from json_each(?))").run(ids);
  return db
    .query("update media set state = 'gone' where id in (select value from json_each(?))")
    .run(ids).changes;
}

function writePieces(db: Database, id: number, bytes: Uint8Array): void {
  const insert = db.query("insert into media_pieces (media_id, bytes) values (?, ?)");
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    insert.run(id, bytes.subarray(at, at + PIECE_BYTES));
}
