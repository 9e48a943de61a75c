import type { App } from "#src/app.ts";
import type { Conversation } from "./conversation.ts";
import { MOST_CALLS } from "./limits.ts";

/** The calls that this process holds, by Twilio's CallSid. */
const live = new WeakMap<App, Map<string, Conversation>>();

function callsOf(app: App): Map<string, Conversation> {
  const known = live.get(app);
  if (known) return known;
  const calls = new Map<string, Conversation>();
  live.set(app, calls);
  return calls;
}

export function holdCall(app: App, callSid: string, conversation: Conversation): void {
  callsOf(app).set(callSid, conversation);
}

export function letGo(app: App, callSid: string): void {
  callsOf(app).delete(callSid);
}

export function liveCall(app: App, callSid: string): Conversation | undefined {
  return callsOf(app).get(callSid);
}

export function isLive(app: App, callSid: string): boolean {
  return callsOf(app).has(callSid);
}

export function isFull(app: App): boolean {
  return callsOf(app).size >= MOST_CALLS;
}

/** Before the database closes: what was said is written down, and the calls are told to have been cut. */
export async function hangUpAll(app: App): Promise<void> {
  await Promise.all([...callsOf(app).values()].map((call) => call.hangUp("cut")));
  callsOf(app).clear();
}
