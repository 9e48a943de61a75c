import { answerReminder, writeReminders, writeThankYous } from "./reminders.ts";
import * as visits from "./visits.ts";
import { makeOffers, rejoin, type Waitlist } from "./waitlist.ts";
import { type Client, expectText, runScheduled, sendWaiting, type World } from "./world.ts";

/** What the salon has done by now without anyone's doing. */
export function passTime(world: World, waitlist: Waitlist): void {
  runScheduled(world);
  visits.passTime(world);
  writeReminders(world);
  writeThankYous(world);
  sendWaiting(world);
  makeOffers(world, waitlist);
  sendWaiting(world);
}

/** A client texts. An unknown word is a chat, which nothing answers. */
export function say(world: World, waitlist: Waitlist, client: Client, body: string): void {
  if (body === "START" && client.isOptedOut) {
    client.isOptedOut = false;
    expectText(world, client, "started");
  }
  if (body === "STOP" && !client.isOptedOut) {
    client.isOptedOut = true;
    expectText(world, client, "stopped");
  }
  if (body === "WAIT") rejoin(world, waitlist, client);
  // Of a client who opted out too, but without a reply.
  if (body === "C")
    for (const visit of answerReminder(world, client, "C")) visit.status = "confirmed";
  if (body === "X")
    for (const visit of answerReminder(world, client, "X")) visits.cancelByClient(world, visit);
}

/** The other client becomes part of this one, who keeps their own number. */
export function merge({ visits: all, clients }: World, client: Client, other: Client): void {
  for (const visit of all) if (visit.client === other) visit.client = client;
  client.reminders.push(...other.reminders);
  client.isOptedOut ||= other.isOptedOut;
  clients.splice(clients.indexOf(other), 1);
}

export function erase({ clients }: World, client: Client): void {
  client.isErased = true;
  clients.splice(clients.indexOf(client), 1);
}
