import type { Context, Hono } from "hono";
import { findCallBySid } from "#db/calls/calls.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { WORDS } from "#src/calls/conversation/phrases.ts";
import { tidy } from "#src/calls/tools/tidy.ts";
import { addTurn, leaveMessage } from "#src/calls/transcripts/transcripts.ts";
import { parsed } from "#src/platform/http/problems.ts";
import { signedForm } from "#src/platform/http/signed-form.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import { twiml, type Verb } from "#src/platform/providers/twilio/twiml.ts";
import { VOICE } from "./addresses.ts";
import { mountAudio } from "./audio.ts";
import { CallForm } from "./call-form.ts";
import { answerForm } from "./gather.ts";
import { answerCall } from "./incoming.ts";
import { afterDial, afterRelay } from "./on-hangup.ts";
import { settleStatus } from "./status.ts";

const MOST_MESSAGE = 2_000;

/** What Twilio asks and tells in a call: signed forms, answered by what it is to do next. */
export function mountVoice(hono: Hono, app: App): void {
  const on = (path: string, answer: (form: CallForm, c: Context) => Verb[] | Promise<Verb[]>) =>
    hono.post(path, async (c) => {
      const form = parsed(CallForm, await signedForm(c, app));
      const xml = await twiml(await whenFree(() => answer(form, c)));
      countWebhook(app, "accepted");
      return c.body(xml, 200, { "content-type": "text/xml", "cache-control": "no-store" });
    });

  on(VOICE.incoming, (form) => answerCall(app, { callSid: form.CallSid, from: form.From }));
  on(VOICE.after, (form) => afterRelay(app, form));
  on(VOICE.afterDial, (form) => afterDial(app, form));
  on(VOICE.message, (form) => keepMessage(app, form));
  on(VOICE.gather, (form, c) => answerForm(app, form, Number(c.req.query("turn"))));
  hono.post(VOICE.status, async (c) => {
    const form = parsed(CallForm, await signedForm(c, app));
    await settleStatus(app, form);
    countWebhook(app, "accepted");
    return c.body(null, 204);
  });
  mountAudio(hono, app);
}

/** The words of the voicemail. Asked twice they are kept once. */
function keepMessage(app: App, { CallSid, SpeechResult }: CallForm): Verb[] {
  const call = findCallBySid(app.db, CallSid);
  const words = tidy(SpeechResult, MOST_MESSAGE);
  if (!call || words === "") return [{ verb: "say", words: WORDS.notHeard }, { verb: "hang up" }];
  inTransaction(app.db, () => {
    if (leaveMessage(app, call.id, words)) addTurn(app, call.id, { role: "user", content: words });
  });
  return [{ verb: "say", words: WORDS.thanks }, { verb: "hang up" }];
}
