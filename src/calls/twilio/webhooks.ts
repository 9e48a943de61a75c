import type { Context, Hono } from "hono";
import { findCallBySid } from "#db/calls/calls.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { PHRASES } from "#src/calls/conversation/phrases.ts";
import { cleanText } from "#src/calls/tools/clean-text.ts";
import { addTurn, leaveMessage } from "#src/calls/transcripts/transcripts.ts";
import { parseInput } from "#src/platform/http/problems.ts";
import { signedForm } from "#src/platform/http/signed-form.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import { twiml, type Verb } from "#src/platform/providers/twilio/twiml.ts";
import { VOICE_PATHS } from "./addresses.ts";
import { mountAudio } from "./audio.ts";
import { CallForm } from "./call-form.ts";
import { answerGather } from "./gather.ts";
import { answerCall } from "./incoming.ts";
import { afterDial, afterRelay } from "./on-hangup.ts";
import { recordCallStatus } from "./status.ts";

const MAX_MESSAGE_LENGTH = 2_000;

/** Mounts Twilio's signed voice webhooks. The replies are TwiML, the next steps of the call. */
export function mountVoice(hono: Hono, app: App): void {
  const onForm = (path: string, answer: (form: CallForm, c: Context) => Verb[] | Promise<Verb[]>) =>
    hono.post(path, async (c) => {
      const form = parseInput(CallForm, await signedForm(c, app));
      const xml = await twiml(await whenFree(() => answer(form, c)));
      countWebhook(app, "accepted");
      return c.body(xml, 200, { "content-type": "text/xml", "cache-control": "no-store" });
    });

  onForm(VOICE_PATHS.incoming, (form) =>
    answerCall(app, { callSid: form.CallSid, from: form.From }),
  );
  onForm(VOICE_PATHS.after, (form) => afterRelay(app, form));
  onForm(VOICE_PATHS.afterDial, (form) => afterDial(app, form));
  onForm(VOICE_PATHS.message, (form) => saveVoicemail(app, form));
  onForm(VOICE_PATHS.gather, (form, c) => answerGather(app, form, Number(c.req.query("turn"))));
  hono.post(VOICE_PATHS.status, async (c) => {
    const form = parseInput(CallForm, await signedForm(c, app));
    await recordCallStatus(app, form);
    countWebhook(app, "accepted");
    return c.body(null, 204);
  });
  mountAudio(hono, app);
}

/** Stores a voicemail message. Idempotent, because Twilio may repeat the request. */
function saveVoicemail(app: App, { CallSid, SpeechResult }: CallForm): Verb[] {
  const call = findCallBySid(app.db, CallSid);
  const words = cleanText(SpeechResult, MAX_MESSAGE_LENGTH);
  if (!call || words === "") return [{ verb: "say", words: PHRASES.notHeard }, { verb: "hang up" }];
  inTransaction(app.db, () => {
    if (leaveMessage(app, call.id, words)) addTurn(app, call.id, { role: "user", content: words });
  });
  return [{ verb: "say", words: PHRASES.thanks }, { verb: "hang up" }];
}
