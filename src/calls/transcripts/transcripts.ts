import * as store from "#db/calls/calls.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { indexCallText } from "./searchable.ts";

interface IncomingCall {
  readonly callSid: string;
  /** E.164; null if withheld. */
  readonly phone: string | null;
}

/** Stores a new call. Idempotent by SID, because Twilio sometimes repeats its request. */
export function beginCall(app: App, { callSid, phone }: IncomingCall): store.CallRow {
  return inTransaction(app.db, () => {
    const contact = phone === null ? null : findContactByPhone(app.db, phone);
    const id = store.insertCall(app.db, {
      callSid,
      phone,
      contactId: contact?.id ?? null,
      startedAt: app.now(),
    });
    if (id !== undefined) {
      recordSystem(app, { action: "call.begin", target: ["call", id] });
      app.events.changed("calls", id);
    }
    return store.findCallBySid(app.db, callSid) as store.CallRow;
  });
}

/**
 * Stores a turn and returns its position for `truncateTurn`. Only the assistant's turns have `firstTokenMs`.
 */
export function addTurn(
  app: App,
  callId: number,
  turn: Pick<store.TurnRow, "role" | "content"> & { readonly firstTokenMs?: number },
): number {
  return inTransaction(app.db, () => {
    const position = store.insertTurn(app.db, callId, {
      role: turn.role,
      content: turn.content,
      firstTokenMs: turn.firstTokenMs ?? null,
      createdAt: app.now(),
    });
    updateSearchIndex(app, callId);
    app.events.changed("calls", callId);
    return position;
  });
}

/** Shortens a turn to the part that the caller heard before interrupting. */
export function truncateTurn(app: App, callId: number, position: number, heard: string): void {
  inTransaction(app.db, () => {
    store.setTurn(app.db, callId, position, heard);
    updateSearchIndex(app, callId);
    app.events.changed("calls", callId);
  });
}

/**
 * Ends a call and returns true for the first report. Both the socket and Twilio's status webhook report
 * the end; the second report only adds the duration.
 */
export function endCall(
  app: App,
  callId: number,
  ending: {
    readonly status: "completed" | "missed" | "failed";
    readonly seconds?: number | undefined;
    readonly endedAt?: number | undefined;
  },
): boolean {
  return inTransaction(app.db, () => {
    const ended = store.recordCallEnd(app.db, callId, {
      status: ending.status,
      endedAt: ending.endedAt ?? app.now(),
      duration: ending.seconds ?? null,
    });
    if (ended) {
      updateSearchIndex(app, callId);
      recordSystem(app, { action: `call.${ending.status}`, target: ["call", callId] });
    } else if (ending.seconds !== undefined) store.setCallDuration(app.db, callId, ending.seconds);
    app.events.changed("calls", callId);
    return ended;
  });
}

/**
 * Adds a line to the caller's message for the staff. Returns false if it already contains the line:
 * Twilio and the model both repeat themselves.
 */
export function leaveMessage(app: App, callId: number, line: string): boolean {
  return inTransaction(app.db, () => {
    const message = store.findCall(app.db, callId)?.message;
    if (message?.split("\n").includes(line)) return false;
    store.setCallMessage(app.db, callId, message ? `${message}\n${line}` : line);
    updateSearchIndex(app, callId);
    recordSystem(app, { action: "call.message", target: ["call", callId] });
    app.events.changed("calls", callId);
    return true;
  });
}

/** Indexes an ended call again. A message or a shortened turn may arrive after the end. */
function updateSearchIndex(app: App, callId: number): void {
  const call = store.findCall(app.db, callId);
  if (call && call.status !== "in_progress") indexCallText(app, call);
}
