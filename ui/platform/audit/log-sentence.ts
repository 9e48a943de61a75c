import type { AuditLog } from "#src/platform/audit/contract.ts";
import { actionLabel, pastOf } from "./action-labels.ts";
import { changeOf, formatWhen } from "./metadata-text.ts";

/**
 * Sentences of actions that the rule in `sentenceOf` doesn't cover. The row replaces {actor}, {client}, {visit} and {name};
 * the last three are links.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  "appointment.create": "{actor} booked {visit}",
  "appointment.match_phone": "{actor} added the number of {client} to a visit",
  "appointment.text_change": "{actor} texted {client} about a change",
  "appointment.text_confirmation": "{actor} texted {client} the confirmation",
  "appointment.uncancel": "{actor} put {visit} back",
  "appointment.update": "{actor} changed {visit}",
  "booking.cancel": "{client} canceled {visit} online",
  "booking.create": "{client} booked {visit} online",
  "booking.deposit": "{client} paid the deposit for {visit}",
  "booking.move": "{client} moved {visit} online",
  "booking.text_deposit_link": "{actor} texted {client} a link for the deposit",
  "call.completed": "{client}'s call ended",
  "call.missed": "A call from {client} was missed",
  "call.begin": "{client} called",
  "contact.automatic_text": "{actor} texted {client}",
  "contact.create": "{actor} added {client}",
  "contact.note_add": "{actor} added a note about {client}",
  "contact.note_change": "{actor} changed a note about {client}",
  "contact.note_delete": "{actor} deleted a note about {client}",
  "contact.opt_in": "{actor} opted in {client}",
  "contact.opt_out": "{actor} opted out {client}",
  "contact.update": "{actor} changed {client}",
  "conversation.delete": "{actor} deleted the conversation with {client}",
  "conversation.read": "{actor} read the conversation with {client}",
  "conversation.start": "{actor} started a conversation with {client}",
  "employee.update": "{actor} changed the employee {name}",
  "hours.update": "{actor} changed the hours",
  "message.send": "{actor} texted {client}",
  "potential_appointment.create": "{client} asked for an appointment by phone",
  "payment.text_link": "{actor} texted {client} a payment link",
  "payment.charge": "{actor} charged the card of {client}",
  "payment.receipt": "{actor} sent {client} a receipt",
  "review.check_off": "{actor} checked off the review of {client}",
  "review.fetch": "{actor} fetched reviews",
  "service.update": "{actor} changed the service {name}",
  "settings.google_connect": "{actor} connected Google",
  "settings.google_disconnect": "{actor} disconnected Google",
  "settings.update": "{actor} changed the settings",
  "tag.put_on": "{actor} put the tag {name} on contacts",
  "tag.take_off": "{actor} took the tag {name} off contacts",
  "user.login": "{actor} signed in",
  "user.logout": "{actor} signed out",
  "waitlist.accept": "{client} accepted a time from the waitlist",
  "waitlist.add": "{actor} put {client} on the waitlist",
  "waitlist.book": "{actor} booked {client} from the waitlist",
  "waitlist.cancel": "{actor} took {client} off the waitlist",
  "waitlist.decline": "{client} declined a time from the waitlist",
  "waitlist.offer": "{actor} offered {client} a time",
};

/** What happens to a target, without anyone doing it. */
const INTRANSITIVE = /\.(?:agree|expire|register|sign|subscribe|surplus)$/;

const THINGS: Readonly<Record<string, string>> = {
  api_key: "API key",
  automatic_text: "automatic text",
  plan_subscription: "payment plan",
  potential_appointment: "AI appointment",
  subscription: "membership",
  waitlist: "waitlist entry",
};

const STATUSES: Readonly<Record<string, string>> = {
  booked: "marked {visit} as booked",
  confirmed: "confirmed {visit}",
  arrived: "marked {visit} as arrived",
  no_show: "marked {visit} as a no-show",
};

/** "{actor} moved {visit} to 4:15 PM", or such as "Payment refund failed: {client}". */
export function sentenceOf(log: AuditLog): string {
  const { action, metadata } = log;
  if (action === "user.login_failed")
    return `Someone couldn't sign in${metadata["username"] ? " as {name}" : ""}`;
  if (action === "appointment.move") return `{actor} moved {visit}${newTimeOf(log)}`;
  const status = action === "appointment.status" && STATUSES[String(metadata["status"])];
  if (status) return `{actor} ${status}`;
  if (action === "contact.opt_out" && log.actorType === "system" && metadata["by"])
    return "{client} opted out";
  const sentence = SENTENCES[action];
  if (sentence) return sentence;

  const object = objectOf(log);
  const past = pastOf(action);
  // One word says what was done to the target; more words say what became of it.
  return past && /^[a-z]+(?:ed|sent)$/.test(past) && !INTRANSITIVE.test(action)
    ? `{actor} ${past} ${object}`
    : `${actionLabel(action)}${targetOf(log)}`;
}

function objectOf(log: AuditLog): string {
  const { action, subject } = log;
  const [thing = ""] = action.split(".");
  if (thing === "appointment" || thing === "booking") return "{visit}";
  if (thing === "contact") return "{client}";
  const name = THINGS[thing] ?? thing.replaceAll("_", " ");
  if (subject?.clientName) return `the ${name} of {client}`;
  if (subject?.name) return `the ${name} {name}`;
  return log.targetId === null || name.endsWith("s") ? `the ${name}` : `${article(name)} ${name}`;
}

function article(noun: string): string {
  return /^[aeio]/i.test(noun) ? "an" : "a";
}

function targetOf({ subject }: AuditLog): string {
  if (subject?.day && subject.clientName) return ": {visit}";
  if (subject?.clientName) return ": {client}";
  return subject?.name ? ": {name}" : "";
}

/** " to 4:15 PM", with the day of another day, or " to Jo". */
function newTimeOf({ metadata }: AuditLog): string {
  const start = changeOf(metadata, "startsAt");
  if (!start) {
    const employee = changeOf(metadata, "employee");
    return employee?.after ? ` to ${employee.after}` : "";
  }
  const isSameDay = String(start.before).slice(0, 10) === String(start.after).slice(0, 10);
  return ` to ${formatWhen(String(start.after), isSameDay)}`;
}
