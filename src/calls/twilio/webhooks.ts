import type { Context, Hono } from "hono";
import { findCallBySid } from "#db/calls/calls.ts";
import { inTransaction, whenFree, writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { classifyEnding, endCallOnce } from "#src/calls/conversation/ending.ts";
import { dropCall } from "#src/calls/conversation/live-calls.ts";
import { PHRASES } from "#src/calls/conversation/phrases.ts";
import { hidePrivateNumbers } from "#src/calls/conversation/private-numbers.ts";
import { cleanText } from "#src/calls/tools/clean-text.ts";
import { addTurn, beginCall, leaveMessage } from "#src/calls/transcripts/transcripts.ts";
import { signedForm } from "#src/platform/http/signed-form.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import { twiml, type Verb } from "#src/platform/providers/twilio/twiml.ts";
import { type CallEvent, readVoiceWebhook } from "#src/platform/providers/twilio/voice-webhook.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { VOICE_PATHS } from "./addresses.ts";
import { mountAudio } from "./audio.ts";
import { isForwardedHandover } from "./caller-limits.ts";
import { answerGather } from "./gather.ts";
import { answerCall } from "./incoming.ts";
import { afterDial, afterRelay } from "./on-hangup.ts";
import { callerNumber } from "./own-numbers.ts";

const MAX_MESSAGE_LENGTH = 2_000;

/** Mounts Twilio's signed voice webhooks. The replies are TwiML, the next steps of the call. */
export function mountVoice(hono: Hono, app: App): void {
  const onForm = (
    path: string,
    answer: (event: CallEvent, c: Context) => Verb[] | Promise<Verb[]>,
  ) =>
    hono.post(path, async (c) => {
      const event = await readEvent(c, app);
      const xml = await twiml(await whenFree(() => answer(event, c)));
      countWebhook(app, "accepted");
      return c.body(xml, 200, { "content-type": "text/xml", "cache-control": "no-store" });
    });

  onForm(VOICE_PATHS.incoming, (event) => answerCall(app, event));
  onForm(VOICE_PATHS.after, (event) => afterRelay(app, event));
  onForm(VOICE_PATHS.afterDial, (event) => afterDial(app, event));
  onForm(VOICE_PATHS.message, (event) => saveVoicemail(app, event));
  onForm(VOICE_PATHS.gather, (event, c) => answerGather(app, event, Number(c.req.query("turn"))));
  hono.post(VOICE_PATHS.status, async (c) => {
    await recordCallStatus(app, await readEvent(c, app));
    countWebhook(app, "accepted");
    return c.body(null, 204);
  });
  mountAudio(hono, app);
}

/** @throws Problem 403 for a wrong signature, 400 when the form is not about a call */
async function readEvent(c: Context, app: App): Promise<CallEvent> {
  const event = readVoiceWebhook(await signedForm(c, app));
  if (!event) throw new Problem(400, "This request isn't about a call.");
  return event;
}

/** Stores a voicemail message. Idempotent, because Twilio may repeat the request. */
function saveVoicemail(app: App, { callSid, speech }: CallEvent): Verb[] {
  const call = findCallBySid(app.db, callSid);
  const text = hidePrivateNumbers(cleanText(speech, MAX_MESSAGE_LENGTH), getSettings(app).country);
  if (!call || text === "") return [{ verb: "say", text: PHRASES.notHeard }, { verb: "hang up" }];
  inTransaction(app.db, () => {
    if (leaveMessage(app, call.id, text)) addTurn(app, call.id, { role: "user", content: text });
  });
  return [{ verb: "say", text: PHRASES.thanks }, { verb: "hang up" }];
}

/**
 * Handles Twilio's status webhook. Requests may repeat, arrive out of order, or precede the closing of
 * the socket. Only final statuses matter, and one may be the first request about a call.
 */
async function recordCallStatus(app: App, event: CallEvent): Promise<void> {
  const { callSid, seconds } = event;
  const isMissed = event.status === "missed";
  if (event.status === "under way") return;
  // Twilio reports the outbound leg of a handover as a separate call.
  if (!event.isInbound) return;

  if (isForwardedHandover(app, event)) return;

  await dropCall(app, callSid);
  await writeWhenFree(app.db, () => {
    const call =
      findCallBySid(app.db, callSid) ??
      beginCall(app, { callSid, phone: callerNumber(app, event.from) });
    const status = isMissed ? "missed" : classifyEnding(app, call.id);
    endCallOnce(app, call.id, { status, seconds });
  });
}
