import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";

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

export interface StoredCall extends Omit<CallRow, "phone"> {
  readonly phone: number | null;
}

export const FROM_CALLS = `select calls.id, call_sid as callSid, calls.phone, contact_id as contactId,
    contacts.name as contactName, status, started_at as startedAt, ended_at as endedAt, duration,
    message, text_back_id as textBackId
  from calls left join contacts on contacts.id = contact_id`;

/** Returns undefined if a call with that SID exists. */
export function insertCall(
  db: Database,
  call: Pick<CallRow, "callSid" | "phone" | "contactId" | "startedAt">,
): number | undefined {
  return db
    .query<{ id: number }, Record<string, string | number | null>>(
      `insert into calls (call_sid, phone, contact_id, status, started_at)
       values ($callSid, $phone, $contactId, 'in_progress', $startedAt)
       on conflict (call_sid) do nothing returning id`,
    )
    .get({ ...call, phone: call.phone === null ? null : phoneKey(call.phone) })?.id;
}

export function findCallBySid(db: Database, callSid: string): CallRow | null {
  const row = db.query<StoredCall, [string]>(`${FROM_CALLS} where call_sid = ?`).get(callSid);
  return row && toCallRow(row);
}

export function findCall(db: Database, id: number): CallRow | null {
  const row = db.query<StoredCall, [number]>(`${FROM_CALLS} where calls.id = ?`).get(id);
  return row && toCallRow(row);
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

/** Sets the duration that Twilio reports after the call has ended. The first report is final. */
export function setCallDuration(db: Database, id: number, seconds: number): void {
  db.query("update calls set duration = ? where id = ? and duration is null").run(seconds, id);
}

export function setCallMessage(db: Database, id: number, message: string): void {
  db.query("update calls set message = ? where id = ?").run(message, id);
}

export function setTextBack(db: Database, id: number, messageId: number): void {
  db.query("update calls set text_back_id = ? where id = ?").run(messageId, id);
}

/** Returns the calls still in progress that began before a time. */
export function listOpenCalls(db: Database, startedBefore: number): CallRow[] {
  return db
    .query<StoredCall, [number]>(`${FROM_CALLS} where status = 'in_progress' and started_at < ?`)
    .all(startedBefore)
    .map(toCallRow);
}

export function toCallRow(row: StoredCall): CallRow {
  return { ...row, phone: row.phone === null ? null : phoneText(row.phone) };
}
