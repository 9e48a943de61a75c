import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { insertRow, pluck, updateRow } from "#db/rows.ts";
import { WAITING_TEXTS } from "./messages-queue.ts";

/** A row with the names of its columns. */
interface StoredConversation {
  readonly id: number;
  readonly contact_id: number;
  readonly last_message_id: number | null;
  readonly last_message_at: number;
  readonly last_message_preview: string | null;
  readonly unread_count: number;
}

interface StoredDraft {
  readonly user_id: string;
  readonly body: string;
  readonly updated_at: number;
}

/** What undoes the merge of two threads. */
export interface MergedThread {
  readonly messages: readonly number[];
  /** Waiting texts that go to another number since, with the former one. */
  readonly redirected: readonly { id: number; phone: number; due_at: number }[];
  readonly kept: StoredConversation | null;
  readonly other: StoredConversation | null;
  readonly merged: StoredConversation | null;
  readonly drafts: readonly StoredDraft[];
}

interface Contacts {
  readonly keptId: number;
  readonly otherId: number;
}

/**
 * Moves the other contact's texts and conversation to the kept one, and waiting texts to `phone`. A campaign that texted
 * both keeps the kept contact's text in the thread.
 */
export function mergeThreads(
  db: Database,
  { keptId, otherId, phone }: Contacts & { readonly phone: string },
): MergedThread {
  const move = (rows: string) =>
    pluck(
      db,
      `update or ignore messages set contact_id = ?2 where ${rows} returning id`,
      otherId,
      keptId,
    );
  const messages = [
    ...move("contact_id = ?1 and at is not null"),
    // A campaign's text has no time until it is claimed.
    ...move(
      `id in (select m.id from campaigns cross join messages m
         on m.campaign_id = campaigns.id and m.contact_id = ?1 and m.retry_of is null where m.at is null)`,
    ),
  ];
  return {
    messages,
    redirected: redirect(db, keptId, phone),
    ...mergeConversations(db, keptId, otherId),
  };
}

function redirect(db: Database, contactId: number, phone: string): MergedThread["redirected"] {
  const waiting = db
    .query<MergedThread["redirected"][number], [number, number]>(
      `select id, phone, due_at from messages where id in (${WAITING_TEXTS}) and phone <> ?2`,
    )
    .all(contactId, phoneKey(phone));
  for (const { id } of waiting) updateRow(db, "messages", id, { phone: phoneKey(phone), dueAt: 0 });
  return waiting;
}

function mergeConversations(db: Database, keptId: number, otherId: number) {
  const kept = findStored(db, keptId);
  const other = findStored(db, otherId);
  const drafts = other ? draftsOf(db, other.id) : [];
  if (other && kept) {
    db.query("update or ignore drafts set conversation_id = ? where conversation_id = ?").run(
      kept.id,
      other.id,
    );
    db.query("delete from conversations where id = ?").run(other.id);
    const newest = other.last_message_at > kept.last_message_at ? other : kept;
    restoreConversation(db, {
      ...newest,
      id: kept.id,
      contact_id: keptId,
      unread_count: kept.unread_count + other.unread_count,
    });
  } else if (other) updateRow(db, "conversations", other.id, { contactId: keptId });
  return { kept, other, merged: findStored(db, keptId), drafts };
}

/** Undoes `mergeThreads`. Texts that came since stay with the kept contact. */
export function separateThreads(
  db: Database,
  { keptId, otherId }: Contacts,
  { messages, redirected, ...conversations }: MergedThread,
): void {
  db.query(
    `update or ignore messages set contact_id = ?2
     where id in (select value from json_each(?3)) and contact_id = ?1`,
  ).run(keptId, otherId, JSON.stringify(messages));
  for (const { id, phone, due_at } of redirected)
    db.query("update messages set phone = ?, due_at = ? where id = ? and status = 'pending'").run(
      phone,
      due_at,
      id,
    );
  separateConversations(db, keptId, conversations);
}

function separateConversations(
  db: Database,
  keptId: number,
  { kept, other, merged, drafts }: Omit<MergedThread, "messages" | "redirected">,
): void {
  const current = findStored(db, keptId);
  // Without it, staff deleted the conversation since, and with it both threads.
  if (!other || !merged || current?.id !== merged.id) return;
  const hasNewText = current.last_message_id !== merged.last_message_id;
  const wasRead = current.unread_count < merged.unread_count;
  const more = wasRead ? current.unread_count : current.unread_count - merged.unread_count;
  const restored = { ...other, unread_count: wasRead ? 0 : other.unread_count };
  if (kept) {
    const last = hasNewText ? current : kept;
    restoreConversation(db, {
      ...last,
      unread_count: wasRead ? more : kept.unread_count + more,
    });
    for (const { user_id, updated_at } of drafts)
      db.query(
        "delete from drafts where conversation_id = ? and user_id = ? and updated_at = ?",
      ).run(kept.id, user_id, updated_at);
    insertRow(db, "conversations", restored);
    for (const draft of drafts) insertRow(db, "drafts", { conversation_id: other.id, ...draft });
    return;
  }
  restoreConversation(db, restored);
  const { id: _, ...rest } = current;
  if (hasNewText) insertRow(db, "conversations", { ...rest, unread_count: more });
}

function findStored(db: Database, contactId: number): StoredConversation | null {
  return db
    .query<StoredConversation, [number]>("select * from conversations where contact_id = ?")
    .get(contactId);
}

function draftsOf(db: Database, conversationId: number): StoredDraft[] {
  return db
    .query<StoredDraft, [number]>(
      "select user_id, body, updated_at from drafts where conversation_id = ?",
    )
    .all(conversationId);
}

function restoreConversation(db: Database, { id, ...row }: StoredConversation): void {
  updateRow(db, "conversations", id, row);
}
