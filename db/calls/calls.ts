import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { findValue, reader, type Stored, updateRow } from "#db/rows.ts";

export type CallStatus = "in_progress" | "completed" | "missed" | "failed";

export interface CallRow {
  readonly id: number;
  readonly callSid: string;
  /** E.164; null if withheld. */
  readonly phone: string | null;
  readonly contactId: number | null;
  readonly contactName: string | null;
  readonly status: CallStatus;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Seconds. */
  readonly duration: number | null;
  /** The caller's message for the staff; empty if there is none. */
  readonly message: string;
  /** The text sent after a missed call. */
  readonly textBackId: number | null;
}

export interface TurnRow {
  readonly role: "user" | "assistant" | "system";
  readonly content: string;
  /** Set for the assistant: milliseconds from the end of the caller's words to its first word. */
  readonly firstTokenMs: number | null;
  readonly createdAt: number;
}

type StoredCall = Stored<CallRow, "phone">;

export const calls = reader<StoredCall, CallRow>(
  `select calls.id, call_sid, calls.phone, contact_id, contacts.name as contactName, status,
    started_at, ended_at, duration, message, text_back_id
  from calls left join contacts on contacts.id = contact_id`,
  (row) => ({ ...row, phone: row.phone === null ? null : phoneText(row.phone) }),
);

/** Returns undefined if a call with that SID exists. */
export function insertCall(
  db: Database,
  call: Pick<CallRow, "callSid" | "phone" | "contactId" | "startedAt">,
): number | undefined {
  return findValue<number>(
    db,
    `insert into calls (call_sid, phone, contact_id, status, started_at)
     values ($callSid, $phone, $contactId, 'in_progress', $startedAt)
     on conflict (call_sid) do nothing returning id`,
    { ...call, phone: call.phone === null ? null : phoneKey(call.phone) },
  );
}

export function findCallBySid(db: Database, callSid: string): CallRow | null {
  return calls.find(db, "where call_sid = ?", callSid);
}

export function findCall(db: Database, id: number): CallRow | null {
  return calls.find(db, "where calls.id = ?", id);
}

/** Returns the turns in spoken order. */
export function turnsOf(db: Database, callId: number): TurnRow[] {
  return db
    .query<TurnRow, [number]>(
      `select role, content, first_token_ms as firstTokenMs, created_at as createdAt
       from call_turns where call_id = ? order by position`,
    )
    .all(callId);
}

/** Returns the position, which `setTurn` takes. */
export function insertTurn(db: Database, callId: number, turn: TurnRow): number {
  const row = db
    .query<{ position: number }, Record<string, string | number | null>>(
      `insert into call_turns (call_id, position, role, content, first_token_ms, created_at)
       values ($callId, (select coalesce(max(position), 0) + 1 from call_turns where call_id = $callId),
         $role, $content, $firstTokenMs, $createdAt)
       returning position`,
    )
    .get({ callId, ...turn });
  return row?.position ?? 0;
}

export function setTurn(db: Database, callId: number, position: number, content: string): void {
  db.query("update call_turns set content = ? where call_id = ? and position = ?").run(
    content,
    callId,
    position,
  );
}

/** Ends a call in progress; returns false if it had already ended. */
export function recordCallEnd(
  db: Database,
  id: number,
  ending: Pick<CallRow, "status" | "endedAt" | "duration">,
): boolean {
  const { changes } = db
    .query(
      `update calls set status = $status, ended_at = $endedAt, duration = $duration
       where id = $id and status = 'in_progress'`,
    )
    .run({ id, ...ending });
  return changes > 0;
}

/** Turns a completed call into a missed one. Returns false for any other call. */
export function setMissed(db: Database, id: number): boolean {
  const sql = "update calls set status = 'missed' where id = ? and status = 'completed'";
  return db.query(sql).run(id).changes > 0;
}

/** Sets the duration that Twilio reports after the call has ended. The first report is final. */
export function setCallDuration(db: Database, id: number, seconds: number): void {
  db.query("update calls set duration = ? where id = ? and duration is null").run(seconds, id);
}

export function setCallMessage(db: Database, id: number, message: string): void {
  updateRow(db, "calls", id, { message });
}

export function setTextBack(db: Database, id: number, messageId: number): void {
  updateRow(db, "calls", id, { textBackId: messageId });
}

/** Returns the calls still in progress that began before a time. */
export function listOpenCalls(db: Database, startedBefore: number): CallRow[] {
  return calls.list(db, "where status = 'in_progress' and started_at < ?", startedBefore);
}
