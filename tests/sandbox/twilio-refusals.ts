import type { Carrier } from "./twilio-carrier.ts";
import { type Reply, refusal } from "./twilio-reply.ts";
import type { Faults } from "./twilio-shapes.ts";

const E164 = /^\+[1-9]\d{6,14}$/;
const SENDER = /^(\+[1-9]\d{6,14}|\d{5,6})$/;
const LONGEST_BODY = 1600;
const LONGEST_VALIDITY = 36_000;
const SLOW_MS = 2000;

/** What Twilio checks before anything else, contract or not. */
export function refuseContent(form: URLSearchParams): Reply | undefined {
  const to = form.get("To");
  const from = form.get("From");
  const body = form.get("Body") ?? "";
  const validity = Number(form.get("ValidityPeriod") ?? 1);

  if (!to) return refusal(400, 21604, "A 'To' phone number is required.");
  if (!E164.test(to)) return invalidTo(to);
  if (!from && !form.get("MessagingServiceSid"))
    return refusal(400, 21603, "A 'From' phone number is required.");
  if (from && !SENDER.test(from))
    return refusal(400, 21212, `The 'From' number ${from} is not a valid phone number.`);
  if (from === to) return refusal(400, 21266, "'To' and 'From' number cannot be the same.");
  if (body === "" && !form.has("MediaUrl") && !form.has("ContentSid"))
    return refusal(400, 21602, "Message body is required.");
  if (body.length > LONGEST_BODY)
    return refusal(400, 21617, "The concatenated message body exceeds the 1600 character limit");
  if (!(validity >= 1 && validity <= LONGEST_VALIDITY))
    return refusal(400, 21624, "Validity period must be from 1 to 36000 seconds");
  return undefined;
}

/** Endings of `To` that are refused with an error code. */
export function refuseMagic(carrier: Carrier, to: string): Reply | undefined {
  if (!carrier.settings.magic) return undefined;
  if (to.endsWith("0001")) return refusal(400, 21610, "Attempt to send to unsubscribed recipient");
  if (to.endsWith("0021")) return invalidTo(to);
  if (to.endsWith("0429") && !carrier.refusedOnce.has(to)) {
    carrier.refusedOnce.add(to);
    return refusal(429, 20429, "Too Many Requests");
  }
  return undefined;
}

export function delayFor(carrier: Carrier, to: string): number {
  return carrier.settings.magic && to.endsWith("0999") ? SLOW_MS : 0;
}

const KINDS = ["tooMany", "refuse500", "acceptThen500", "acceptThenDrop"] as const;

/** At most one fault per request, each with its configured probability. */
export function drawFault(carrier: Carrier): keyof Faults | undefined {
  const { faults } = carrier.settings;
  let left = carrier.chance.next();
  return KINDS.find((kind) => {
    left -= faults[kind] ?? 0;
    return left < 0;
  });
}

function invalidTo(to: string): Reply {
  return refusal(400, 21211, `The 'To' number ${to} is not a valid phone number.`);
}
