import type { Hono } from "hono";
import type { App } from "#src/app.ts";
import { callerOf } from "#src/platform/http/caller.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { perApp } from "#src/platform/per-app.ts";
import type { Verb } from "#src/platform/providers/twilio/twiml.ts";
import { isSame, sign } from "#src/platform/secrets/signatures.ts";
import { findSecret } from "#src/platform/settings/settings.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { requireFound } from "#src/shared/problem.ts";
import { VOICE_PATHS, voiceUrl } from "./addresses.ts";

interface AudioClip {
  readonly audio: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly expiresAt: number;
}

/** Twilio fetches within a second. The rest leaves time for retries. */
const VALID_MS = 2 * MINUTE_MS;
const MAX_BYTES = 16 * 1024 * 1024;
const REQUESTS: Limit = { name: "audio of calls", most: 600, seconds: 60 };
const NAME = "audio-address";

const clipsOf = perApp(() => new Map<string, AudioClip>());

/** Stores a clip in memory for a few minutes and returns the token of its URL. */
function storeAudio(app: App, { audio, type }: Pick<AudioClip, "audio" | "type">): string {
  const clips = clipsOf(app);
  const expiresAt = app.now() + VALID_MS;
  const id = `${crypto.randomUUID()}.${expiresAt}`;
  clips.set(id, { audio, type, expiresAt });
  evictOldClips(app, clips);
  return `${id}.${sign(app, NAME, id)}`;
}

/** Serves GET /api/voice/audio/:token. Twilio has no session, so the signed token grants access. */
export function mountAudio(hono: Hono, app: App): void {
  hono.get(`${VOICE_PATHS.audio}/:token`, (c) => {
    limitRate(app, REQUESTS, callerOf(c, app));
    const clip = requireFound(findClip(app, c.req.param("token")), "Not found.");
    return new Response(clip.audio, {
      headers: {
        "content-type": clip.type,
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "x-robots-tag": "noindex",
      },
    });
  });
}

function findClip(app: App, token: string): AudioClip | undefined {
  const [, id = "", signed = ""] = /^([\w-]{36}\.\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  const isValid = isSame(signed, sign(app, NAME, id));
  const clip = isValid ? clipsOf(app).get(id) : undefined;
  return clip && clip.expiresAt > app.now() ? clip : undefined;
}

function evictOldClips(app: App, clips: Map<string, AudioClip>): void {
  let bytes = [...clips.values()].reduce((sum, { audio }) => sum + audio.length, 0);
  for (const [id, { audio, expiresAt }] of clips) {
    if (expiresAt > app.now() && bytes <= MAX_BYTES) break;
    clips.delete(id);
    bytes -= audio.length;
  }
}

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
