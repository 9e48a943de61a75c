import { requestsOfCall } from "#db/calls/calls-figures.ts";
import type { App } from "#src/app.ts";
import { askForAppointment } from "#src/calls/booking-requests/booking-requests.ts";
import { addTurn, leaveMessage, truncateTurn } from "#src/calls/transcripts/transcripts.ts";
import { nameKey } from "#src/shared/names.ts";
import { endingOf, endOnce } from "./ending.ts";
import type { CallRecord, Request } from "./record.ts";
import { writeLater, writeNow } from "./turn-batch.ts";

interface Caller {
  readonly callId: number;
  readonly contactId: number | null;
  readonly phone: string | null;
}

/** Who asks for more in one call is no client. */
const MOST_REQUESTS = 3;

/** Keeps a caller's call in the database, turn by turn, in order. */
export function recordOf(app: App, caller: Caller): CallRecord {
  const { callId } = caller;
  const unheard = (done: Promise<unknown>) => {
    done.catch((error: unknown) =>
      app.log("error", "a turn of a call was not written down", { call: callId, error }),
    );
  };

  return {
    said(turn) {
      let position = 0;
      unheard(
        writeLater(app, () => {
          position = addTurn(app, callId, turn);
        }),
      );
      return (heard) => unheard(writeLater(app, () => truncateTurn(app, callId, position, heard)));
    },
    ask: (request) =>
      writeNow(app, () => {
        const former = requestsOfCall(app.db, callId);
        if (former.some((one) => keyOf(one) === keyOf(request))) return "again";
        if (former.length >= MOST_REQUESTS) return "too many";
        askForAppointment(app, { ...caller, ...request });
        return "noted";
      }),
    leave: async (words) => {
      await writeNow(app, () => leaveMessage(app, callId, words));
    },
    ended: (hasFailed) =>
      writeNow(app, () =>
        endOnce(app, callId, { status: hasFailed ? "failed" : endingOf(app, callId) }),
      ),
  };
}

type Named = Pick<Request, "callerName" | "preferredDate" | "preferredTime" | "requestedService">;

/** Said in other letters it is the same. */
function keyOf({ callerName, preferredDate, preferredTime, requestedService }: Named): string {
  return [callerName, preferredDate, preferredTime, requestedService].map(nameKey).join("|");
}
