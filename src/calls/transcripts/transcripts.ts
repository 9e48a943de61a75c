import * as store from "#db/calls/calls.ts";
import { eraseCallsOf, isOnTheLine } from "#db/calls/calls-of-client.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, ErasedClient } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { Problem } from "#src/shared/problem.ts";
import { makeSearchable } from "./searchable.ts";

interface Incoming {
  readonly callSid: string;
  /** E.164; null where it is withheld. */
  readonly phone: string | null;
}

/** Somebody calls. The same SID again answers the call that there is: Twilio asks twice at times. */
export function beginCall(app: App, { callSid, phone }: Incoming): store.CallRow {
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

/** Answers where it stands, for truncateTurn. `firstTokenMs` belongs to what the assistant says. */
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
    keepSearchable(app, callId);
    app.events.changed("calls", callId);
    return position;
  });
}

/** The caller spoke in between: only this much of it was heard. */
export function truncateTurn(app: App, callId: number, position: number, heard: string): void {
  inTransaction(app.db, () => {
    store.setTurn(app.db, callId, position, heard);
    keepSearchable(app, callId);
    app.events.changed("calls", callId);
  });
}

/**
 * Once: whoever tells second, of our socket and Twilio's status, only adds the seconds. True when this
 * was the first.
 */
export function endCall(
  app: App,
  callId: number,
  as: {
    readonly status: "completed" | "missed" | "failed";
    readonly seconds?: number | undefined;
    readonly endedAt?: number | undefined;
  },
): boolean {
  return inTransaction(app.db, () => {
    const ended = store.settleCall(app.db, callId, {
      status: as.status,
      endedAt: as.endedAt ?? app.now(),
      duration: as.seconds ?? null,
    });
    if (ended) {
      keepSearchable(app, callId);
      recordSystem(app, { action: `call.${as.status}`, target: ["call", callId] });
    } else if (as.seconds !== undefined) store.setCallDuration(app.db, callId, as.seconds);
    app.events.changed("calls", callId);
    return ended;
  });
}

/**
 * What the caller wants the staff to know, one line. A second one is added to the first, the same again
 * is not: Twilio and the model both say things twice. True when it was new.
 */
export function leaveMessage(app: App, callId: number, words: string): boolean {
  return inTransaction(app.db, () => {
    const former = store.findCall(app.db, callId)?.message;
    if (former?.split("\n").includes(words)) return false;
    store.setCallMessage(app.db, callId, former ? `${former}\n${words}` : words);
    keepSearchable(app, callId);
    recordSystem(app, { action: "call.message", target: ["call", callId] });
    app.events.changed("calls", callId);
    return true;
  });
}

/**
 * In the transaction that erases a client: calls, what was asked for in them, and the name in what
 * that booked.
 * @throws Problem 409 while the client is on the telephone
 */
export function eraseCallsOfClient(app: App, client: ErasedClient): void {
  if (isOnTheLine(app.db, client))
    throw new Problem(409, "This client is on the telephone just now. Try again afterwards.");
  eraseCallsOf(app.db, client);
  app.events.changed("calls");
  app.events.changed("potential-appointments");
}

/** A word may still come after the end: a message that was recorded, a turn that was cut short. */
function keepSearchable(app: App, callId: number): void {
  const call = store.findCall(app.db, callId);
  if (call && call.status !== "in_progress") makeSearchable(app, call);
}
