import type { CallRow } from "#db/calls/calls.ts";
import { turnsOf } from "#db/calls/calls.ts";
import type { App } from "#src/app.ts";
import { findAssistant } from "#src/calls/assistant/assistant.ts";
import { createCallRecord } from "#src/calls/conversation/call-record.ts";
import { openConversation } from "#src/calls/conversation/conversation.ts";
import type { Conversation, Transport } from "#src/calls/conversation/conversation-options.ts";
import type { Limits } from "#src/calls/conversation/limits.ts";
import { findLiveCall, registerCall } from "#src/calls/conversation/live-calls.ts";
import type { AiMessage } from "#src/platform/providers/ai.ts";

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
