import { type CallRow, turnsOf } from "#db/calls/calls.ts";
import { type RequestOfCall, requestsOfCall } from "#db/calls/calls-figures.ts";
import type { App } from "#src/app.ts";
import { addCaller } from "#src/calendar/callers-waitlist.ts";
import { findAssistant } from "#src/calls/assistant/assistant.ts";
import {
  createBookingRequest,
  replaceBookingRequest,
} from "#src/calls/booking-requests/booking-requests.ts";
import { addTurn, truncateTurn } from "#src/calls/transcripts/transcripts.ts";
import type { AiMessage } from "#src/platform/providers/ai.ts";
import { queueWrite, writeNow } from "#src/platform/write-batch.ts";
import { nameKey } from "#src/shared/names.ts";
import { Problem } from "#src/shared/problem.ts";
import { openConversation } from "./conversation.ts";
import type {
  AppointmentRequest,
  CallRecord,
  Conversation,
  Transport,
} from "./conversation-options.ts";
import { classifyEnding, endCallOnce, takeMessage } from "./ending.ts";
import type { Limits } from "./limits.ts";
import { findLiveCall, registerCall } from "./live-calls.ts";

/**
 * Opens the conversation of a call, with the turns stored so far. Returns undefined without an assistant,
 * or if the call already has a conversation.
 */
export async function connectCall(
  app: App,
  call: CallRow,
  transport: Transport,
  limits: Limits,
): Promise<Conversation | undefined> {
  const ai = await findAssistant(app);
  if (!ai || findLiveCall(app, call.callSid)) return undefined;
  const conversation = openConversation(app, {
    ai,
    transport,
    limits,
    record: createCallRecord(app, {
      callId: call.id,
      contactId: call.contactId,
      phone: call.phone,
    }),
    caller: call.phone,
    history: turnsOf(app.db, call.id).flatMap(({ role, content }): AiMessage[] =>
      role === "system" ? [] : [{ role, content }],
    ),
  });
  registerCall(app, call.callSid, conversation);
  return conversation;
}

interface Caller {
  readonly callId: number;
  readonly contactId: number | null;
  readonly phone: string | null;
}

/** No genuine caller needs more requests in one call. */
const MAX_REQUESTS = 3;

/** Creates a record that stores a call in the database, turn by turn and in order. */
function createCallRecord(app: App, caller: Caller): CallRecord {
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
    requestAppointment: ({ replacesEarlier, ...fields }) =>
      writeNow(app, () => {
        const earlier = requestsOfCall(app.db, callId);
        if (earlier.some((one) => requestKey(one) === requestKey(fields))) return "duplicate";
        const replaced = findReplaced(earlier, fields, replacesEarlier);
        if (replaced) {
          replaceBookingRequest(app, replaced.id, fields);
          return "replaced";
        }
        if (earlier.length >= MAX_REQUESTS) return "too many";
        createBookingRequest(app, { ...caller, ...fields });
        return "recorded";
      }),
    joinWaitlist: (request) =>
      writeNow(app, () => addCaller(app, { phone: caller.phone, ...request })).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof Problem) return error.message;
          throw error;
        },
      ),
    leaveMessage: async (message) => {
      await writeNow(app, () => takeMessage(app, callId, message));
    },
    recordEnd: (hasFailed) =>
      writeNow(app, () =>
        endCallOnce(app, callId, { status: hasFailed ? "failed" : classifyEnding(app, callId) }),
      ),
  };
}

/** Finds the pending request that another day or time for the same person and service replaces. */
function findReplaced(
  earlier: readonly RequestOfCall[],
  { callerName, requestedService }: RequestFields,
  replacesEarlier: boolean,
): RequestOfCall | undefined {
  const pending = earlier.filter(({ status }) => status === "pending");
  const isSame = (one: RequestOfCall) =>
    nameKey(one.callerName) === nameKey(callerName) &&
    nameKey(one.requestedService) === nameKey(requestedService);
  return pending.findLast(isSame) ?? (replacesEarlier ? pending.at(-1) : undefined);
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
