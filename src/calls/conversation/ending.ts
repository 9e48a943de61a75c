import {
  type CallRow,
  findCall,
  findCallBySid,
  listOpenCalls,
  setTextBack,
  turnsOf,
} from "#db/calls/calls.ts";
import { wasTextedBack } from "#db/calls/calls-figures.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { isHandOver } from "#src/calls/tools/tools.ts";
import { endCall, leaveMessage, markMissed } from "#src/calls/transcripts/transcripts.ts";
import { textingBarrier } from "#src/clients/consent.ts";
import { canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { perApp } from "#src/platform/per-app.ts";
import { countryOf } from "#src/platform/phone-numbers.ts";
import { notifyStaff } from "#src/platform/push/push.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { flushWrites } from "#src/platform/write-batch.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";
import { DAY_MS, HOUR_MS } from "#src/shared/durations.ts";
import { dropCall, findLiveCall } from "./live-calls.ts";
import { PHRASES } from "./phrases.ts";

interface CallEnding {
  readonly status: "completed" | "missed" | "failed";
  /** The duration as Twilio measured it. */
  readonly seconds?: number | undefined;
  /** Epoch milliseconds. Defaults to now. */
  readonly endedAt?: number | undefined;
}

const UNREACHABLE: readonly string[] = [PHRASES.noOneAvailable, PHRASES.noOneAnswered];
/** After a longer downtime the text would only confuse the caller. */
const MAX_DELAY_MS = HOUR_MS;
/** Area codes of premium-rate, toll-free and personal numbers, which have the country code of the United States. */
const SERVICE_NUMBER =
  /^\+1(?:9(?:00|76)|8(?:00|33|44|55|66|77|88)|700|5(?:00|2[1-9]|33|44|66|77|88))/;

/**
 * Ends a call. The first report sets the status, notifies staff if the call needs an answer, and texts the caller back
 * once if it was missed or failed. Later reports only add the duration.
 */
export function endCallOnce(app: App, callId: number, ending: CallEnding): void {
  inTransaction(app.db, () => {
    if (endCall(app, callId, ending)) reportEnd(app, callId);
  });
}

/**
 * Corrects the end of a caller who hung up while a person's phone rang: Twilio reports the end and that no one picked up
 * in any order.
 */
export function correctEnding(app: App, callId: number): void {
  inTransaction(app.db, () => {
    if (classifyEnding(app, callId) === "missed" && markMissed(app, callId)) reportEnd(app, callId);
  });
}

/** Adds a line to the caller's message, as `leaveMessage`. What is stored after the call's end is news, too. */
export function takeMessage(app: App, callId: number, line: string): boolean {
  return inTransaction(app.db, () => {
    const isNew = leaveMessage(app, callId, line);
    const call = findCall(app.db, callId);
    if (isNew && call && call.status !== "in_progress") tellStaff(app, call);
    return isNew;
  });
}

/** Runs in the transaction that ends the call. */
function reportEnd(app: App, callId: number): void {
  const call = findCall(app.db, callId);
  const isMissed = call?.status !== "completed";
  if (!call || (!isMissed && call.message === "")) return;
  tellStaff(app, call);
  const textId = isMissed ? sendTextBack(app, call) : undefined;
  if (textId !== undefined) setTextBack(app.db, callId, textId);
}

function tellStaff(app: App, call: CallRow): void {
  notifyStaff(app, {
    kind: "missed-call",
    title: call.status === "completed" ? "Message from a call: " : "Missed call: ",
    client: {
      id: call.contactId,
      name: call.contactName ?? call.phone ?? "unknown number",
      phone: call.phone,
    },
    body: call.message || "They left no message.",
    path: `/call-transcripts?call=${call.id}`,
    tag: `call-${call.id}`,
  });
}

/**
 * Derives the status from the transcript. A call is missed when the caller said nothing, or asked for a
 * person last and could not be connected.
 */
export function classifyEnding(app: App, callId: number): "completed" | "missed" {
  if (findCall(app.db, callId)?.message) return "completed";
  const turns = turnsOf(app.db, callId);
  if (turns.every(({ role }) => role === "assistant")) return "missed";
  const unreached = turns.findLastIndex(
    ({ role, content }) =>
      UNREACHABLE.includes(content) || (role === "system" && isHandOver(content)),
  );
  const answered = turns.findLastIndex(
    ({ role, content }) => role === "user" || content === PHRASES.connecting,
  );
  return unreached > answered ? "missed" : "completed";
}

/** Ends calls whose end Twilio never reported. No call with the assistant lasts an hour. */
export async function endStaleCalls(app: App): Promise<void> {
  await flushWrites(app);
  for (const { id, callSid, startedAt } of listOpenCalls(app.db, app.now() - HOUR_MS)) {
    const endedAt = turnsOf(app.db, id).at(-1)?.createdAt ?? startedAt;
    await whenFree(() => endCallOnce(app, id, { status: classifyEnding(app, id), endedAt }));
    // A gather call has no socket whose closing would release it.
    await dropCall(app, callSid);
  }
}

/**
 * Texts a caller who could not be answered, if the owner enabled it. Runs in the transaction that ends
 * the call. Skips callers who opted out, cannot be texted, call from abroad or from a service number, or got a text back within a
 * day. Quiet hours do not apply, because the person has just called. Returns the id of the text, or
 * undefined if none is sent.
 */
function sendTextBack(app: App, { id, phone, startedAt }: CallRow): number | undefined {
  const { missedCallTextEnabled, missedCallText, twilioPhoneNumber, businessName } =
    getSettings(app);
  const now = app.now();
  if (!missedCallTextEnabled || phone === null || phone === twilioPhoneNumber || !canSend(app))
    return undefined;
  const isAllowed =
    startedAt > now - MAX_DELAY_MS &&
    !SERVICE_NUMBER.test(phone) &&
    isTextableCountry(app, phone) &&
    textingBarrier(app, phone) === null &&
    !wasTextedBack(app.db, phone, now - DAY_MS);
  if (!isAllowed) return undefined;

  recordSystem(app, { action: "call.text_back", target: ["call", id] });
  return sendText(app, {
    purpose: "missed-call",
    phone,
    contactId: findContactByPhone(app.db, phone)?.id ?? null,
    body: fillBusinessName(missedCallText, businessName).trim(),
  });
}

/** A forged caller number must not cause texts to expensive destinations. */
function isTextableCountry(app: App, phone: string): boolean {
  const { country, verificationCountries } = getSettings(app);
  const callerCountry = countryOf(phone) ?? "";
  return (
    [country, ...verificationCountries].includes(callerCountry) ||
    findContactByPhone(app.db, phone) !== null
  );
}

/** The calls that were in progress when the server stopped and have not resumed yet, by CallSid. */
const interruptedOf = perApp(() => new Set<string>());

/** Runs at startup. Twilio holds these calls and asks for their next step. */
export function recordInterruptedCalls(app: App): void {
  for (const { callSid } of listOpenCalls(app.db, app.now() + 1)) interruptedOf(app).add(callSid);
}

/** Returns true once for a call in progress that a stop of the server interrupted. */
export function takeInterruptedCall(app: App, callSid: string): boolean {
  const wasInterrupted = interruptedOf(app).delete(callSid);
  return wasInterrupted && findCallBySid(app.db, callSid)?.status === "in_progress";
}

/**
 * Ends the interrupted calls that have not resumed. Runs a minute after the start. A caller who was being
 * connected to a person was not cut off, because Twilio holds that call.
 */
export function endInterruptedCalls(app: App): void {
  const waiting = interruptedOf(app);
  inTransaction(app.db, () => {
    for (const call of listOpenCalls(app.db, app.now() + 1)) {
      if (!waiting.has(call.callSid) || findLiveCall(app, call.callSid)) continue;
      const last = turnsOf(app.db, call.id).at(-1);
      const status = last?.content === PHRASES.connecting ? "completed" : "failed";
      endCallOnce(app, call.id, { status, endedAt: last?.createdAt ?? call.startedAt });
    }
  });
  waiting.clear();
}
