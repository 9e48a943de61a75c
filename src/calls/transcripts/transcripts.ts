import { type PotentialAppointmentRow, requestsOfCalls } from "#db/calls/booking-requests.ts";
import * as store from "#db/calls/calls.ts";
import {
  callsBefore,
  deleteCallsBefore,
  searchCalls,
  type TurnOfCall,
  turnsOfCalls,
  unansweredCalls,
} from "#db/calls/calls-list.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { searchContacts } from "#db/clients/contacts-list.ts";
import { inTransaction, writeWhenFree } from "#db/connection.ts";
import { readCounter } from "#db/counters.ts";
import type { App, Staff } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { searchScope } from "#src/platform/masking/masking.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import { type CallTranscript, callTranscripts, type Page } from "./contract.ts";
import { formatTranscript, indexCallText, toSearchQuery } from "./searchable.ts";

const PAGE = "/call-transcripts";

export const callTranscriptModule = defineModule(callTranscripts, {
  list: staff(PAGE, ({ app, actor, query }) => listCalls(app, actor, query)),
  count: staff(PAGE, ({ app }) => ({ count: readCounter(app.db, "calls") })),
  one: staff(PAGE, ({ app, actor, id }) => getCallTranscript(app, actor, id)),
});

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

/** Stores a turn and returns its position for `truncateTurn`. Only the assistant's turns have `firstTokenMs`. */
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

/** Turns a completed call into a missed one. Returns false for any other call. */
export function markMissed(app: App, callId: number): boolean {
  if (!store.setMissed(app.db, callId)) return false;
  recordSystem(app, { action: "call.missed", target: ["call", callId] });
  app.events.changed("calls", callId);
  return true;
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

/** A search that matches more contacts than this is too broad to be useful. */
const MAX_CONTACTS = 200;

/** An older call is no longer waiting for an answer. */
const UNANSWERED_MS = 14 * DAY_MS;

function listCalls(app: App, actor: Staff, { q, show, before, limit }: Page): CallTranscript[] {
  const from = before ?? Number.MAX_SAFE_INTEGER;
  if (q === "" && show === "unanswered") {
    const search = { since: app.now() - UNANSWERED_MS, before: from, limit };
    return toCallTranscripts(app, actor, unansweredCalls(app.db, search));
  }
  if (q === "") return toCallTranscripts(app, actor, callsBefore(app.db, from, limit));

  const searchable = searchScope(actor, q);
  if (searchable === "nothing") return [];
  const contactIds = searchContacts(app.db, q, MAX_CONTACTS).map(({ id }) => id);
  const match = toSearchQuery(q, searchable);
  const rows = searchCalls(app.db, { contactIds, match, before: from, limit });
  return toCallTranscripts(app, actor, rows);
}

/** @throws Problem 404 */
function getCallTranscript(app: App, actor: Staff, id: number): CallTranscript {
  const row = store.findCall(app.db, id);
  const [call] = row ? toCallTranscripts(app, actor, [row]) : [];
  if (!call) throw new Problem(404, "This call no longer exists.");
  return call;
}

/**
 * Users who may not see names and numbers don't get the assistant's tool calls: their arguments may spell a
 * name or a number in a form that masking does not recognize.
 */
function toCallTranscripts(
  app: App,
  actor: Staff,
  rows: readonly store.CallRow[],
): CallTranscript[] {
  const ids = rows.map(({ id }) => id);
  const readable = turnsOfCalls(app.db, ids).filter(
    ({ role }) => role !== "system" || seesClients(actor),
  );
  const turns = Map.groupBy(readable, ({ callId }) => callId);
  const requests = Map.groupBy(requestsOfCalls(app.db, ids), ({ callId }) => callId);
  return rows.map((row) =>
    toCallTranscript(row, turns.get(row.id) ?? [], requests.get(row.id) ?? []),
  );
}

function toCallTranscript(
  row: store.CallRow,
  turns: readonly TurnOfCall[],
  requests: readonly PotentialAppointmentRow[],
): CallTranscript {
  const { contactId, contactName } = row;
  return {
    id: row.id,
    twilioCallSid: row.callSid,
    callerNumber: row.phone,
    callStartTime: toIso(row.startedAt),
    callEndTime: toIso(row.endedAt),
    callDuration: row.duration,
    transcript: formatTranscript(turns) || row.message,
    messagesJson: turns.map(({ role, content }) => ({ role, content })),
    matchedContactId: contactId,
    matchedContact:
      contactId === null || contactName === null ? null : { id: contactId, name: contactName },
    callerNames: [...new Set(requests.map(({ callerName }) => callerName))],
    status: row.status,
    message: row.message,
    requests: requests.map(({ id, status, requestedService, preferredDate, preferredTime }) => ({
      id,
      status,
      requestedService,
      preferredDate,
      preferredTime,
    })),
    createdAt: toIso(row.startedAt),
  };
}

/** Deleting a long call of 200 turns takes about 1 ms. */
const SLICE_SIZE = 20;

/** Deletes the calls that are older than the retention setting. Their booking requests remain. */
export async function deleteOldCalls(app: App): Promise<void> {
  const before = app.now() - getSettings(app).callTranscriptRetentionDays * DAY_MS;
  const { count } = await inSlices(app, { count: 0 }, (progress) => {
    const deleted = deleteCallsBefore(app.db, before, SLICE_SIZE);
    return { count: progress.count + deleted, done: deleted < SLICE_SIZE };
  });
  if (count === 0) return;
  await writeWhenFree(app.db, () => {
    recordSystem(app, { action: "call.forget", metadata: { count } });
    app.events.changed("calls");
    app.events.changed("potential-appointments");
  });
}
