import { turnsOf } from "#db/calls/calls.ts";
import {
  callsOfContact,
  eraseCallsOf,
  isOnCall,
  listRequestsOfContact,
} from "#db/calls/calls-list.ts";
import type { App, ClientPart } from "#src/app.ts";
import { NO_LIMIT } from "#src/clients/identity.ts";
import type { Client } from "#src/hook-shapes.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { Problem } from "#src/shared/problem.ts";

export const callsOfClient: ClientPart = {
  tables: ["calls", "potential_appointments"],
  movedTables: ["calls", "potential_appointments"],
  listHistory: (app, _actor, { id }, { boundOf, limit }) =>
    callsOfContact(app.db, id, boundOf("call"), limit).map(
      ({ id: callId, startedAt: at, status, duration }) => ({
        at,
        entry: { kind: "call", id: callId, at: toIso(at), status, duration },
      }),
    ),
  exportData: (app, { id }) => ({
    calls: exportCalls(app, id),
    askedToBook: listRequestsOfContact(app.db, id).map(({ createdAt, ...request }) => ({
      at: toIso(createdAt),
      ...request,
    })),
  }),
  erase: eraseCalls,
};

function exportCalls(app: App, contactId: number) {
  return callsOfContact(app.db, contactId, NO_LIMIT.after, NO_LIMIT.rows).map(
    ({ id, ...call }) => ({
      at: toIso(call.startedAt),
      seconds: call.duration,
      status: call.status,
      message: call.message,
      spoken: turnsOf(app.db, id)
        .filter(({ role }) => role !== "system")
        .map(({ role, content }) => ({ by: role === "user" ? "caller" : "assistant", content })),
    }),
  );
}

/**
 * Erases a client's calls, the requests made in them, and the client's name in the appointments that they booked.
 * @throws Problem 409 while the client is on a call
 */
function eraseCalls(app: App, { id }: Client): void {
  if (isOnCall(app.db, id))
    throw new Problem(409, "This client is on a call right now. Try again after the call.");
  eraseCallsOf(app.db, id);
  app.events.changed("calls");
  app.events.changed("potential-appointments");
}
