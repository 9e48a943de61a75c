/** One thing that Twilio is to do in a call, in the order of the list. */
export type Verb =
  | { readonly verb: "say"; readonly words: string }
  | { readonly verb: "play"; readonly url: string }
  | {
      readonly verb: "relay";
      /** wss:// */
      readonly url: string;
      readonly greeting: string;
      /** Words that are hard to hear right: names, services. */
      readonly hints: string;
      readonly parameters: Readonly<Record<string, string>>;
      /** Asked what comes after. */
      readonly action: string;
    }
  | {
      readonly verb: "listen";
      readonly action: string;
      readonly hints?: string;
      /** Said while listening: the caller may speak in between. */
      readonly prompt: readonly Verb[];
      /** The caller dictates: longer pauses do not end it. */
      readonly isMessage?: boolean;
    }
  | { readonly verb: "dial"; readonly number: string; readonly action: string }
  | { readonly verb: "hang up" };

type Voice = InstanceType<typeof import("twilio/lib/twiml/VoiceResponse.js")>;
type Gather = ReturnType<Voice["gather"]>;

const RING_SECONDS = 25;

/** The XML of it, by Twilio's own builder, which escapes what callers and owners wrote. */
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
        // It holds the disclosure, which several states want to be heard.
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
        // Silence is told too, so that it is answered.
        actionOnEmptyResult: true,
        speechTimeout: verb.isMessage ? "3" : "auto",
        timeout: verb.isMessage ? 10 : 8,
        ...(!verb.isMessage && { numDigits: 1 }),
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
    case "hang up":
      response.hangup();
      break;
  }
}

function speak(where: Voice | Gather, verb: Verb): void {
  if (verb.verb === "say") where.say(verb.words);
  if (verb.verb === "play") where.play(verb.url);
}
