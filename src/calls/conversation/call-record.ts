import { requestsOfCall } from "#db/calls/calls-figures.ts";
import type { App } from "#src/app.ts";
import { createBookingRequest } from "#src/calls/booking-requests/booking-requests.ts";
import { addTurn, leaveMessage, truncateTurn } from "#src/calls/transcripts/transcripts.ts";
import { nameKey } from "#src/shared/names.ts";
import { classifyEnding, endCallOnce } from "./ending.ts";
import type { AppointmentRequest, CallRecord } from "./record.ts";
import { queueWrite, writeNow } from "./turn-batch.ts";

interface Caller {
  readonly callId: number;
  readonly contactId: number | null;
  readonly phone: string | null;
}

/** No genuine caller needs more requests in one call. */
const MAX_REQUESTS = 3;

/** Creates a record that stores a call in the database, turn by turn and in order. */
export function createCallRecord(app: App, caller: Caller): CallRecord {
  const { callId } = caller;
  const logFailure = (write: Promise<unknown>) => {
    write.catch((error: unknown) =>
      app.log("error", "could not save a call turn", { call: callId, error }),
    );
  };

  return {
    addTurn(turn) {
      let position = 0;
      logFailure(
        queueWrite(app, () => {
          position = addTurn(app, callId, turn);
        }),
      );
      return (heard) =>
        logFailure(queueWrite(app, () => truncateTurn(app, callId, position, heard)));
    },
    requestAppointment: (request) =>
      writeNow(app, () => {
        const earlier = requestsOfCall(app.db, callId);
        if (earlier.some((one) => requestKey(one) === requestKey(request))) return "duplicate";
        if (earlier.length >= MAX_REQUESTS) return "too many";
        createBookingRequest(app, { ...caller, ...request });
        return "recorded";
      }),
    leaveMessage: async (words) => {
      await writeNow(app, () => leaveMessage(app, callId, words));
    },
    recordEnd: (hasFailed) =>
      writeNow(app, () =>
        endCallOnce(app, callId, { status: hasFailed ? "failed" : classifyEnding(app, callId) }),
      ),
  };
}

type RequestFields = Pick<
  AppointmentRequest,
  "callerName" | "preferredDate" | "preferredTime" | "requestedService"
>;

/** Two requests with the same key are duplicates, whatever their case and accents. */
function requestKey({
  callerName,
  preferredDate,
  preferredTime,
  requestedService,
}: RequestFields): string {
  return [callerName, preferredDate, preferredTime, requestedService].map(nameKey).join("|");
}
