import { type PotentialAppointmentRow, requestsOfCalls } from "#db/calls/booking-requests.ts";
import { type CallRow, findCall } from "#db/calls/calls.ts";
import { callsBefore, searchCalls, type TurnOfCall, turnsOfCalls } from "#db/calls/calls-list.ts";
import { searchContacts } from "#db/clients/contacts-list.ts";
import { readCounter } from "#db/counters.ts";
import type { App, Staff } from "#src/app.ts";
import { searchScope } from "#src/platform/masking/masking.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import type { CallTranscript, Page } from "./contract.ts";
import { formatTranscript, toSearchQuery } from "./searchable.ts";

/** A search that matches more contacts than this is too broad to be useful. */
const MAX_CONTACTS = 200;

export function listCalls(app: App, actor: Staff, { q, before, limit }: Page): CallTranscript[] {
  const from = before ?? Number.MAX_SAFE_INTEGER;
  if (q === "") return toCallTranscripts(app, actor, callsBefore(app.db, from, limit));

  const searchable = searchScope(actor, q);
  if (searchable === "nothing") return [];
  const contactIds = searchContacts(app.db, q, MAX_CONTACTS).map(({ id }) => id);
  const match = toSearchQuery(q, searchable);
  const rows = searchCalls(app.db, { contactIds, match, before: from, limit });
  return toCallTranscripts(app, actor, rows);
}

export function countCalls(app: App): number {
  return readCounter(app.db, "calls");
}

/** @throws Problem 404 */
export function getCallTranscript(app: App, actor: Staff, id: number): CallTranscript {
  const row = findCall(app.db, id);
  const [call] = row ? toCallTranscripts(app, actor, [row]) : [];
  if (!call) throw new Problem(404, "This call no longer exists.");
  return call;
}

/**
 * Users who may not see names and numbers don't get the assistant's tool calls: their arguments may spell a
 * name or a number in a form that masking does not recognize.
 */
function toCallTranscripts(app: App, actor: Staff, rows: readonly CallRow[]): CallTranscript[] {
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
  row: CallRow,
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
