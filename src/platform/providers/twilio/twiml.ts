/** One TwiML verb of a call. */
export type Verb =
  | { readonly verb: "say"; readonly text: string }
  | { readonly verb: "play"; readonly url: string }
  | {
      readonly verb: "relay";
      /** wss:// */
      readonly url: string;
      readonly greeting: string;
      /** Words that are hard to recognize, such as names and services. */
      readonly hints: string;
      readonly parameters: Readonly<Record<string, string>>;
      /** Requested when the verb ends, for the next verbs. */
      readonly action: string;
    }
  | {
      readonly verb: "listen";
      readonly action: string;
      readonly hints?: string;
      /** Spoken while listening, so the caller may interrupt it. */
      readonly prompt: readonly Verb[];
      /** The caller dictates a message, so longer pauses do not end it. */
      readonly isMessage?: boolean;
      /** The caller is pressing the keys of a number, until a pause or "#". */
      readonly isKeyed?: boolean;
    }
  | { readonly verb: "dial"; readonly number: string; readonly action: string }
  /** Refuses a call without answering it. */
  | { readonly verb: "reject" }
  | { readonly verb: "hang up" };

/** The answer to a text's webhook: nothing to do. */
export const EMPTY_TWIML = `<?xml version="1.0" encoding="UTF-8"?><Response/>`;

type Voice = InstanceType<typeof import("twilio/lib/twiml/VoiceResponse.js")>;
type Gather = ReturnType<Voice["gather"]>;

const RING_SECONDS = 25;

/** Returns the XML, built by Twilio's library, which escapes texts of callers and owners. */
export async function twiml(verbs: readonly Verb[]): Promise<string> {
  const { default: VoiceResponse } = await import("twilio/lib/twiml/VoiceResponse.js");
  const response = new VoiceResponse();
  for (const verb of verbs) add(response, verb);
  return response.toString();
}

function add(response: Voice, verb: Verb): void {
  switch (verb.verb) {
    case "say":
    case "play":
      speak(response, verb);
      break;
    case "relay": {
      const relay = response.connect({ action: verb.action, method: "POST" }).conversationRelay({
        url: verb.url,
        welcomeGreeting: verb.greeting,
        hints: verb.hints,
        dtmfDetection: true,
        interruptible: "any",
        // It contains the disclosure, which the law of several states requires.
        welcomeGreetingInterruptible: "dtmf",
      });
      for (const [name, value] of Object.entries(verb.parameters)) relay.parameter({ name, value });
      break;
    }
    case "listen": {
      const gather = response.gather({
        input: verb.isMessage ? ["speech"] : ["speech", "dtmf"],
        action: verb.action,
        method: "POST",
        // Silence is reported too, so that it can be answered.
        actionOnEmptyResult: true,
        speechTimeout: verb.isMessage ? "3" : "auto",
        timeout: verb.isMessage ? 10 : verb.isKeyed ? 3 : 8,
        ...(!verb.isMessage && !verb.isKeyed && { numDigits: 1 }),
        ...(verb.hints && { hints: verb.hints }),
      });
      for (const prompt of verb.prompt) speak(gather, prompt);
      break;
    }
    case "dial":
      response
        .dial({ action: verb.action, method: "POST", timeout: RING_SECONDS })
        .number(verb.number);
      break;
    case "reject":
      response.reject({ reason: "busy" });
      break;
    case "hang up":
      response.hangup();
      break;
  }
}

function speak(where: Voice | Gather, verb: Verb): void {
  if (verb.verb === "say") where.say(verb.text);
  if (verb.verb === "play") where.play(verb.url);
}
