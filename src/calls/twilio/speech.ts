import type { App } from "#src/app.ts";
import type { Verb } from "#src/platform/providers/twilio/twiml.ts";
import { findSecret } from "#src/platform/settings/settings.ts";
import { VOICE_PATHS, voiceUrl } from "./addresses.ts";
import { storeAudio } from "./audio.ts";

/**
 * Speaks texts with ElevenLabs if it has a key, else with Twilio's voice. Twilio's voice also replaces a
 * failed ElevenLabs request, so that the caller never hears silence.
 */
export async function speechVerbs(app: App, texts: readonly string[]): Promise<Verb[]> {
  const spoken = texts.filter((text) => text.trim() !== "");
  const key = findSecret(app, "elevenlabsApiKey");
  if (key === undefined) return spoken.map((text) => ({ verb: "say", text }));
  const provider = app.providers.speech(key);
  return Promise.all(
    spoken.map(async (text): Promise<Verb> => {
      const speech = await provider.speak(text);
      if (speech.kind === "done")
        return {
          verb: "play",
          url: voiceUrl(app, `${VOICE_PATHS.audio}/${storeAudio(app, speech)}`),
        };
      app.log("warn", "ElevenLabs failed to speak", { reason: speech.message });
      return { verb: "say", text };
    }),
  );
}
