import type { App } from "#src/app.ts";
import { getSettings } from "#src/platform/settings/settings.ts";

/** Several states and the EU require disclosing both the automated speaker and the transcription. */
const DISCLOSURE = "I am an automated assistant, and this call is transcribed.";

/** Returns the owner's greeting or the default one, always followed by the disclosure. */
export function greetingOf(app: App): string {
  const { aiGreeting } = getSettings(app);
  const words = aiGreeting || `Thank you for calling ${businessNameOf(app)}.`;
  return aiGreeting ? `${words} ${DISCLOSURE}` : `${words} ${DISCLOSURE} How can I help you?`;
}

/** Returns the greeting for calls that the assistant cannot answer. */
export function voicemailGreetingOf(app: App): string {
  return `Thank you for calling ${businessNameOf(app)}. Nobody can take your call right now. Please say your name, your number and your message; it is written down for the team.`;
}

function businessNameOf(app: App): string {
  return getSettings(app).businessName || "us";
}
