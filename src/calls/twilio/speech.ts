import type { App } from "#src/app.ts";
import type { Verb } from "#src/platform/providers/twilio/twiml.ts";
import { secretOf } from "#src/platform/settings/settings.ts";
import { addressOf, VOICE } from "./addresses.ts";
import { keepAudio } from "./audio.ts";

/**
 * Read by ElevenLabs where there is a key, else by Twilio; also when ElevenLabs fails, so that a caller
 * never hears silence.
 */
export async function spoken(app: App, said: readonly string[]): Promise<Verb[]> {
  const texts = said.filter((words) => words.trim() !== "");
  const key = secretOf(app, "elevenlabsApiKey");
  if (key === undefined) return texts.map((words) => ({ verb: "say", words }));
  const provider = app.providers.speech(key);
  return Promise.all(
    texts.map(async (words): Promise<Verb> => {
      const speech = await provider.speak(words);
      if (speech.kind === "done")
        return { verb: "play", url: addressOf(app, `${VOICE.audio}/${keepAudio(app, speech)}`) };
      app.log("warn", "ElevenLabs did not speak", { reason: speech.words });
      return { verb: "say", words };
    }),
  );
}
