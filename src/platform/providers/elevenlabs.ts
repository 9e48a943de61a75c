import { z } from "zod";
import type { Config } from "#src/platform/config.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { CHECK_TIMEOUT_MS, type Check, checkFailed, checkPassed } from "./check.ts";
import type { Speech, SpeechProvider } from "./speech.ts";

const Subscription = z.object({ character_count: z.number(), character_limit: z.number() });
const Refusal = z.object({ detail: z.object({ status: z.string() }) });

/** Uses two plain HTTP requests, for which an SDK isn't worthwhile. */
export function connectElevenlabs(
  { elevenlabsApiBase }: Pick<Config, "elevenlabsApiBase">,
  apiKey: string,
): SpeechProvider {
  return {
    async check() {
      try {
        const answer = await fetch(`${elevenlabsApiBase}/v1/user/subscription`, {
          headers: { "xi-api-key": apiKey },
          redirect: "error",
          signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
        });
        return toCheck(answer.status, await answer.json().catch(() => undefined));
      } catch {
        return checkFailed("ElevenLabs can't be reached right now.");
      }
    },
    async speak(text) {
      try {
        const answer = await fetch(
          `${elevenlabsApiBase}/v1/text-to-speech/${VOICE}?output_format=mp3_44100_128`,
          {
            method: "POST",
            headers: { "xi-api-key": apiKey, "content-type": "application/json" },
            body: JSON.stringify({ text, model_id: MODEL }),
            redirect: "error",
            signal: AbortSignal.timeout(SPEAK_TIMEOUT_MS),
          },
        );
        return await toSpeech(answer);
      } catch {
        return { kind: "failed", message: "ElevenLabs can't be reached right now." };
      }
    },
  };
}

/** "Rachel", a voice that every account has, and the fastest model. */
const VOICE = "21m00Tcm4TlvDq8ikWAM";
const MODEL = "eleven_flash_v2_5";
/** Twilio waits fifteen seconds for the complete reply. */
const SPEAK_TIMEOUT_MS = 4_000;
/** About two minutes of speech. */
const MAX_BYTES = 2 * 1024 * 1024;

async function toSpeech(answer: Response): Promise<Speech> {
  const type = answer.headers.get("content-type") ?? "";
  const audio = new Uint8Array(await answer.arrayBuffer());
  if (!answer.ok) return { kind: "failed", message: `ElevenLabs answered ${answer.status}.` };
  if (!type.startsWith("audio/") || audio.length === 0 || audio.length > MAX_BYTES)
    return { kind: "failed", message: "ElevenLabs sent something that isn't audio." };
  return { kind: "done", audio, type: "audio/mpeg" };
}

function toCheck(status: number, body: unknown): Check {
  if (status === 401) {
    const why = Refusal.safeParse(body).data?.detail.status;
    return checkFailed(
      why === "missing_permissions"
        ? "This key can't read the subscription. Give it the permission User: Read."
        : "ElevenLabs refused the key: copy it again from elevenlabs.io, under API keys.",
    );
  }
  if (status === 429)
    return checkFailed("ElevenLabs is busy with this account. Try again in a minute.");
  if (status >= 500) return checkFailed("ElevenLabs has problems right now. Try again later.");
  const parsed = Subscription.safeParse(body);
  if (!parsed.success) return checkFailed(`ElevenLabs sent an unexpected reply (${status}).`);

  const { character_count: used, character_limit: limit } = parsed.data;
  const message = `${formatNumber(used)} of ${formatNumber(limit)} characters of this month are used`;
  return used >= limit
    ? checkFailed(`The key works, but the account has nothing left: ${message}.`)
    : checkPassed(`Connected: ${message}.`);
}
