import { requestsOfCall } from "#db/calls-figures.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { addTurn, leaveMessage, truncateTurn } from "#src/call-transcripts/call-transcripts.ts";
import { askForAppointment } from "#src/potential-appointments/potential-appointments.ts";
import { nameKey } from "#src/shared/names.ts";
import { type Ending, endOnce } from "./ending.ts";
import type { CallRecord, Request } from "./record.ts";

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
  let chain: Promise<unknown> = Promise.resolve();
  const next = <T>(work: () => T): Promise<T> => {
    const done = chain.then(() => whenFree(work));
    chain = done.catch(() => undefined);
    return done;
  };
  const unheard = (done: Promise<unknown>) => {
    done.catch((error: unknown) =>
      app.log("error", "a turn of a call was not written down", { call: callId, error }),
    );
  };

  return {
    said(turn) {
      let position = 0;
      unheard(
        next(() => {
          position = addTurn(app, callId, turn);
        }),
      );
      return (heard) => unheard(next(() => truncateTurn(app, callId, position, heard)));
    },
    ask: (request) =>
      next(() =>
        inTransaction(app.db, () => {
          const former = requestsOfCall(app.db, callId);
          if (former.some((one) => keyOf(one) === keyOf(request))) return "again";
          if (former.length >= MOST_REQUESTS) return "too many";
          askForAppointment(app, { ...caller, ...request });
          return "noted";
        }),
      ),
    leave: (words) => next(() => leaveMessage(app, callId, words)),
    ended: async (status) => {
      await next(() => endOnce(app, callId, { status } satisfies Ending));
    },
  };
}

type Named = Pick<Request, "callerName" | "preferredDate" | "preferredTime" | "requestedService">;

/** Said in other letters it is the same. */
function keyOf({ callerName, preferredDate, preferredTime, requestedService }: Named): string {
  return [callerName, preferredDate, preferredTime, requestedService].map(nameKey).join("|");
}
