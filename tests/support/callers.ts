import { inTransaction } from "#db/connection.ts";
import {
  createBookingRequest,
  type NewBookingRequest,
} from "#src/calls/booking-requests/booking-requests.ts";
import { addTurn, beginCall, endCall, leaveMessage } from "#src/calls/transcripts/transcripts.ts";
import type { TestApp } from "./test-app.ts";

export const CALLER = "+12025550134";

interface Call {
  readonly phone?: string | null;
  readonly callSid?: string;
  /** The caller begins, then they take turns. */
  readonly said?: readonly string[];
  readonly message?: string;
  /** Still on the phone. */
  readonly goesOn?: boolean;
  readonly seconds?: number;
}

let calls = 0;

/** A caller speaks and hangs up. Returns the call's id. */
export function phoneIn({ app }: TestApp, call: Call = {}): number {
  calls += 1;
  const { phone = CALLER, callSid = `CA${String(calls).padStart(32, "0")}` } = call;
  return inTransaction(app.db, () => {
    const { id } = beginCall(app, { callSid, phone });
    for (const [at, content] of (call.said ?? ["Hello"]).entries())
      addTurn(app, id, { role: at % 2 === 0 ? "user" : "assistant", content });
    if (call.message) leaveMessage(app, id, call.message);
    if (!call.goesOn)
      endCall(app, id, {
        status: call.said?.length === 0 ? "missed" : "completed",
        seconds: call.seconds ?? 61,
      });
    return id;
  });
}

/** A request from that call, or from a new one. Returns its id. */
export function askTo(parlor: TestApp, asked: Partial<NewBookingRequest> = {}): number {
  return createBookingRequest(parlor.app, {
    callId: asked.callId ?? phoneIn(parlor, { phone: asked.phone ?? CALLER }),
    contactId: null,
    callerName: "Ana Silva",
    phone: CALLER,
    preferredDate: "next Friday",
    preferredTime: "at ten",
    requestedService: "Balayage",
    notes: "",
    slot: undefined,
    ...asked,
  });
}
