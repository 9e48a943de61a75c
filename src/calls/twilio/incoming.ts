import type { CallRow } from "#db/calls/calls.ts";
import { turnsOf } from "#db/calls/calls.ts";
import { inTransaction } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { hasAssistant } from "#src/calls/assistant/assistant.ts";
import { greetingOf, voicemailGreetingOf } from "#src/calls/conversation/greeting.ts";
import { isFull } from "#src/calls/conversation/live-calls.ts";
import { WORDS } from "#src/calls/conversation/phrases.ts";
import { firstNamesOf, servicesOf } from "#src/calls/conversation/staff-directory.ts";
import { addTurn, beginCall } from "#src/calls/transcripts/transcripts.ts";
import type { Verb } from "#src/platform/providers/twilio/twiml.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { addressOf, relayAddress, VOICE } from "./addresses.ts";
import { callerNumber } from "./own-numbers.ts";
import { spoken } from "./speech.ts";
import { passFor } from "./token.ts";

/** Twilio takes 500 of them, and a line of XML should stay one. */
const MOST_HINTS_CHARACTERS = 1_000;

interface Ringing {
  readonly callSid: string;
  readonly from: string;
}

/** Somebody calls: the assistant answers, or a voicemail. The same call again gets the same answer. */
export async function answerCall(app: App, { callSid, from }: Ringing): Promise<Verb[]> {
  const isAnswered = hasAssistant(app) && !isFull(app);
  const greeting = isAnswered ? greetingOf(app) : voicemailGreetingOf(app);
  const call = begin(app, { callSid, phone: callerNumber(app, from) }, greeting);
  if (call.status !== "in_progress") return [{ verb: "hang up" }];
  if (!isAnswered) return voicemail(app, greeting);
  // The disclosure is heard in full: only what is said while listening can be talked over.
  if (settingsOf(app).aiCallMode === "gather")
    return [...(await spoken(app, [greeting])), ...(await listen(app, [], 1))];
  return [
    {
      verb: "relay",
      url: relayAddress(app),
      greeting,
      hints: hintsOf(app),
      parameters: { pass: passFor(app, callSid) },
      action: addressOf(app, VOICE.after),
    },
  ];
}

/** The greeting is the first thing that is said, and so the first turn. */
function begin(
  app: App,
  call: { callSid: string; phone: string | null },
  greeting: string,
): CallRow {
  return inTransaction(app.db, () => {
    const row = beginCall(app, call);
    if (turnsOf(app.db, row.id).length === 0)
      addTurn(app, row.id, { role: "assistant", content: greeting });
    return row;
  });
}

/** What the caller says next becomes a message: no model is needed for it, and no recording is kept. */
export function voicemail(app: App, words: string): Verb[] {
  return [
    { verb: "say", words },
    { verb: "listen", action: addressOf(app, VOICE.message), isMessage: true, prompt: [] },
    { verb: "say", words: WORDS.notHeard },
    { verb: "hang up" },
  ];
}

/** Says something and listens; `turn` numbers the answer, so that Twilio's asking twice is seen. */
export async function listen(app: App, said: readonly string[], turn: number): Promise<Verb[]> {
  return [
    {
      verb: "listen",
      action: `${addressOf(app, VOICE.gather)}?turn=${turn}`,
      hints: hintsOf(app),
      prompt: await spoken(app, said),
    },
  ];
}

function hintsOf(app: App): string {
  const words = [...firstNamesOf(app), ...servicesOf(app).map(({ service }) => service)];
  let hints = "";
  for (const word of words.map((one) => one.replaceAll(",", " "))) {
    const longer = hints === "" ? word : `${hints},${word}`;
    if (longer.length > MOST_HINTS_CHARACTERS) break;
    hints = longer;
  }
  return hints;
}
