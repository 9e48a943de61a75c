import type { App } from "#src/app.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";

/** Several states and the EU ask for both: who speaks, and that it is written down. */
const DISCLOSURE = "I am an automated assistant, and this call is transcribed.";

/** What callers hear first: the owner's words, or ours, and always the disclosure. */
export function greetingOf(app: App): string {
  const { aiGreeting } = settingsOf(app);
  const words = aiGreeting || `Thank you for calling ${businessNameOf(app)}.`;
  return aiGreeting ? `${words} ${DISCLOSURE}` : `${words} ${DISCLOSURE} How can I help you?`;
}

/** What callers hear where nobody and nothing can answer. */
export function voicemailGreetingOf(app: App): string {
  return `Thank you for calling ${businessNameOf(app)}. Nobody can take your call right now. Please say your name, your number and your message; it is written down for the team.`;
}

export function businessNameOf(app: App): string {
  return settingsOf(app).businessName || "us";
}
