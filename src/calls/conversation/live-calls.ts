import type { App } from "#src/app.ts";
import { perApp } from "#src/platform/per-app.ts";
import { flushWrites } from "#src/platform/write-batch.ts";
import type { Conversation } from "./conversation-options.ts";
import { MAX_CALLS } from "./limits.ts";

/** The conversations in progress in this process, by Twilio's CallSid. */
const liveCallsOf = perApp(() => new Map<string, Conversation>());

export function registerCall(app: App, callSid: string, conversation: Conversation): void {
  liveCallsOf(app).set(callSid, conversation);
}

export function unregisterCall(app: App, callSid: string): void {
  liveCallsOf(app).delete(callSid);
}

export function findLiveCall(app: App, callSid: string): Conversation | undefined {
  return liveCallsOf(app).get(callSid);
}

/** A conversation that is over does not count, even before Twilio reports its end. */
export function isAtCapacity(app: App): boolean {
  return [...liveCallsOf(app).values()].filter((call) => !call.isOver()).length >= MAX_CALLS;
}

/** Removes a call and ends its conversation. Resolves once the call is stored. */
export async function dropCall(app: App, callSid: string): Promise<void> {
  const conversation = findLiveCall(app, callSid);
  unregisterCall(app, callSid);
  await conversation?.onHangup("hung up");
}

/** Stops all conversations and stores their turns. Runs before the database closes; the calls can go on after. */
export async function hangUpAll(app: App): Promise<void> {
  await Promise.all([...liveCallsOf(app).values()].map((call) => call.onHangup("server stopped")));
  liveCallsOf(app).clear();
  // A handed-over call does not end here, but its last turns may still be queued.
  await flushWrites(app);
}
