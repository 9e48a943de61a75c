import type { CallRow } from "#db/calls/calls.ts";
import { turnsOf } from "#db/calls/calls.ts";
import type { App } from "#src/app.ts";
import { assistantOf } from "#src/calls/assistant/assistant.ts";
import { recordOf } from "#src/calls/conversation/call-record.ts";
import { type Conversation, openConversation } from "#src/calls/conversation/conversation.ts";
import type { Limits } from "#src/calls/conversation/limits.ts";
import { holdCall, liveCall } from "#src/calls/conversation/live-calls.ts";
import type { Line } from "#src/calls/conversation/transport.ts";
import type { AiMessage } from "#src/platform/providers/ai.ts";

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
