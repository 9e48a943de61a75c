import { between } from "./random.ts";
import { type Params, signForm } from "./signature.ts";
import type { Carrier } from "./twilio-carrier.ts";
import { type Message, statusAt } from "./twilio-ledger.ts";
import { later, type Outbox } from "./twilio-outbox.ts";
import { statusCallback } from "./twilio-shapes.ts";

const PATIENCE_MS = 15_000;

/** The callbacks of one text. */
interface Course {
  readonly carrier: Carrier;
  readonly message: Message;
  readonly address: string;
  /** The run in which it was accepted: a reset ends it with everything in progress. */
  readonly outbox: Outbox;
}

/** One callback for each status after the first, which the create request returned. */
export function scheduleCallbacks(carrier: Carrier, message: Message): void {
  const { outbox, settings } = carrier;
  const address = message.statusCallback;
  if (address === null || !settings.callbacks) return;

  const course = { carrier, message, address, outbox };
  if (settings.shuffle) postShuffled(course);
  else oneByOne(course, 1);
}

/** Each waits for the reply to the previous one. */
function oneByOne(course: Course, step: number): void {
  const { message, outbox } = course;
  later(outbox, message.paceMs, async () => {
    await post(course, step);
    if (step + 1 < message.life.steps.length) oneByOne(course, step + 1);
  });
}

/** All are sent once the text has settled, in any order. */
function postShuffled(course: Course): void {
  const { carrier, message, outbox } = course;
  const settledMs = message.paceMs * message.life.steps.length;
  for (let step = 1; step < message.life.steps.length; step++) {
    const delayMs = settledMs + carrier.chance.next() * (message.paceMs + 20);
    later(outbox, delayMs, () => post(course, step));
  }
}

async function post(course: Course, step: number): Promise<void> {
  const { carrier, outbox } = course;
  if (!carrier.settings.callbacks) return;

  const params = callbackParams(carrier, course.message, step);
  if (carrier.settings.validate) checkCallback(carrier, params);
  const repeated = carrier.chance.next() < carrier.settings.duplicate;
  if (repeated) later(outbox, pause(carrier), () => lastTry(course, params));
  if (!(await deliverCallback(course, params)))
    later(outbox, pause(carrier), () => lastTry(course, params));
}

async function lastTry(course: Course, params: Params): Promise<void> {
  if (!(await deliverCallback(course, params))) course.outbox.failed += 1;
}

/** False when a retry is worthwhile: no connection, or a 5xx. */
async function deliverCallback(
  { carrier, address, outbox }: Course,
  params: Params,
): Promise<boolean> {
  try {
    const response = await carrier.deliver(address, {
      ...signForm(carrier.authToken, address, params),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.arrayBuffer();
    if (response.status >= 500) return false;
    if (response.ok) outbox.delivered += 1;
    else outbox.failed += 1;
    return true;
  } catch {
    return false;
  }
}

function callbackParams(carrier: Carrier, message: Message, step: number): Params {
  const status = statusAt(message, step);
  const errorCode = step === message.life.steps.length - 1 ? message.life.errorCode : null;
  return {
    AccountSid: carrier.accountSid,
    ApiVersion: "2010-04-01",
    // Not among the documented fields: Twilio adds some without notice.
    ChannelPrefix: "sms",
    From: message.from,
    MessageSid: message.sid,
    MessageStatus: status,
    SmsSid: message.sid,
    SmsStatus: status,
    To: message.to,
    ...(message.serviceSid !== null && { MessagingServiceSid: message.serviceSid }),
    ...(errorCode !== null && { ErrorCode: String(errorCode) }),
  };
}

function checkCallback(carrier: Carrier, params: Params): void {
  const { error } = statusCallback.safeParse(params);
  if (error) carrier.bugs.push(`status callback: ${error.message}`);
}

function pause(carrier: Carrier): number {
  return between(carrier.chance, carrier.settings.callbackDelayMs);
}
