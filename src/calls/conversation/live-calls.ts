import type { App } from "#src/app.ts";
import type { Conversation } from "./conversation.ts";
import { MOST_CALLS } from "./limits.ts";
import { allWritten } from "./turn-batch.ts";

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

/** One that is over but whose end Twilio has still to tell takes no line. */
export function isFull(app: App): boolean {
  return [...callsOf(app).values()].filter((call) => !call.isOver()).length >= MOST_CALLS;
}

/** One that we hear no more of. Settles once all is written down. */
export async function dropCall(app: App, callSid: string): Promise<void> {
  const held = liveCall(app, callSid);
  letGo(app, callSid);
  await held?.hangUp("gone");
}

/** Before the database closes: what was said is written down, and the calls are told to have been cut. */
export async function hangUpAll(app: App): Promise<void> {
  await Promise.all([...callsOf(app).values()].map((call) => call.hangUp("cut")));
  callsOf(app).clear();
  // Of one that was handed over nothing ends here, and its last turns may still wait.
  await allWritten(app);
}
