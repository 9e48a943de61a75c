import type { CallRow } from "#db/calls.ts";
import { turnsOf } from "#db/calls.ts";
import type { App } from "#src/app.ts";
import type { AiMessage } from "#src/providers/ai.ts";
import { assistantOf } from "./assistant.ts";
import { recordOf } from "./call-record.ts";
import { type Conversation, openConversation } from "./conversation.ts";
import type { Limits } from "./limits.ts";
import type { Line } from "./line.ts";
import { holdCall, liveCall } from "./live.ts";

/**
 * The conversation of a call that a line has come for: the one that is held, or a new one that knows what
 * was said so far. Undefined where nobody can answer.
 */
export async function takeCall(
  app: App,
  call: CallRow,
  line: Line,
  limits: Limits,
): Promise<Conversation | undefined> {
  const ai = await assistantOf(app);
  if (!ai || liveCall(app, call.callSid)) return undefined;
  const conversation = openConversation(app, {
    ai,
    line,
    limits,
    record: recordOf(app, { callId: call.id, contactId: call.contactId, phone: call.phone }),
    caller: call.phone,
    soFar: turnsOf(app.db, call.id).flatMap(({ role, content }): AiMessage[] =>
      role === "system" ? [] : [{ role, content }],
    ),
  });
  holdCall(app, call.callSid, conversation);
  return conversation;
}
