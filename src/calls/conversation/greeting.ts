import type { App } from "#src/app.ts";
import { handoverNumber } from "#src/calls/twilio/own-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";

/** Several states and the EU require disclosing both the automated speaker and the transcription. */
const DISCLOSURE = "I'm an automated assistant, and this call is transcribed.";
const PRESS_ZERO = "Press 0 at any time to reach a person.";
const DEFAULT_QUESTION = "How can I help you?";
/** The last sentence, if it is a question. */
const LAST_QUESTION = /(?:^|[.!?…]\s+)([^.!?…]*\?)\s*$/;

/** Returns the owner's greeting or the default one. The disclosure comes before its question. */
export function greetingOf(app: App): string {
  const own = getSettings(app).aiGreeting.trim();
  const [, question = ""] = LAST_QUESTION.exec(own) ?? [];
  const welcome = own.slice(0, own.length - question.length).trim();
  return [
    welcome || `Thank you for calling ${businessNameOf(app)}.`,
    DISCLOSURE,
    handoverNumber(app) === undefined ? "" : PRESS_ZERO,
    question || DEFAULT_QUESTION,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Returns the greeting for calls that the assistant cannot answer. */
export function voicemailGreetingOf(app: App): string {
  return `Thank you for calling ${businessNameOf(app)}. No one's available right now. Please say your name, your number and your message. It's written down for the team.`;
}

function businessNameOf(app: App): string {
  return getSettings(app).businessName || "us";
}
