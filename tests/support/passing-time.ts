import { startSender } from "#src/messaging/outbox/sender.ts";
import type { TestApp } from "./test-app.ts";

/** A turn of the sender, its texts and their outcomes, in real milliseconds. */
const TURN_MS = 12;

/** Runs the real sender while the fixed clock advances in steps, as if this time had passed. */
export async function letPass(parlor: TestApp, milliseconds: number, step = 100): Promise<void> {
  const { app, clock } = parlor;
  const until = clock.now + milliseconds;
  const sender = startSender(app);
  await Bun.sleep(TURN_MS);
  while (clock.now < until) {
    clock.now = Math.min(until, clock.now + step);
    sender.wake();
    await Bun.sleep(TURN_MS);
  }
  await sender.stop();
}

/** When each text left, in milliseconds since `start`, oldest first. */
export function departures({ sms }: TestApp, start: number): number[] {
  return sms.messages.map(({ createdAt }) => createdAt - start).toReversed();
}
