import type { App } from "#src/app.ts";
import { handoverNumber } from "#src/calls/twilio/own-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";

/** The fixed sentences of the assistant, which do not come from the model. */
export const PHRASES = {
  assistantFailed:
    "I'm having trouble on my end. Please say your name, your number and your message, and the team will call you back.",
  thanks: "Thank you. I'll pass it on. Goodbye.",
  /** After "0" with no one to connect to. The assistant continues. */
  noOneAvailable:
    "No one's available right now, but I can help you or take a message. What can I do for you?",
  /** When no one picked up. The voicemail follows. */
  noOneAnswered:
    "No one's available right now. Please say your name and your message, and the team will call you back.",
  connecting: "I'm connecting you now. One moment, please.",
  /** While the model takes its time, first and again. */
  oneMoment: "One moment, please.",
  stillLooking: "Thanks for waiting. I'm almost there.",
  /** After a restart of the server in the middle of a call. */
  goOn: "Sorry, we were cut off for a moment. Please go on.",
  almostOver: "We have about a minute left. Is there anything else?",
  tooLong: "I have to end the call here. Please call again or send us a text. Goodbye.",
  enough: "I have to end the call here. The team will see what you told me. Goodbye.",
  stillThere: "Are you still there?",
  silenceGoodbye: "Sorry, I can't hear you anymore. Goodbye.",
  notHeard: "I didn't hear anything. Goodbye.",
  repeatPlease: "Sorry, I didn't catch that. Could you say it again?",
} as const;

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
  return `Thank you for calling ${businessNameOf(app)}. No one's available right now. Please say your name, your number and your message. We'll write it down for the team.`;
}

function businessNameOf(app: App): string {
  return getSettings(app).businessName || "us";
}
