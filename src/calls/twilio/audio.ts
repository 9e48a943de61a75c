import { timingSafeEqual } from "node:crypto";
import type { Hono } from "hono";
import type { App } from "#src/app.ts";
import { callerOf } from "#src/platform/http/caller.ts";
import { limit } from "#src/platform/http/rate-limit.ts";
import { Problem } from "#src/shared/problem.ts";
import { VOICE } from "./addresses.ts";

interface Sound {
  readonly audio: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly until: number;
}

/** Twilio fetches within a second; a minute more is for one that tries again. */
const VALID_MS = 2 * 60_000;
const MOST_BYTES = 16 * 1024 * 1024;
const PER_MINUTE = 600;
const NAME = "audio-address";

const kept = new WeakMap<App, Map<string, Sound>>();

/** In memory, for minutes: what was said to one caller is of no use later. Answers what opens it. */
export function keepAudio(app: App, { audio, type }: Pick<Sound, "audio" | "type">): string {
  const sounds = kept.get(app) ?? new Map<string, Sound>();
  kept.set(app, sounds);
  const until = app.now() + VALID_MS;
  const id = `${crypto.randomUUID()}.${until}`;
  sounds.set(id, { audio, type, until });
  forgetOld(app, sounds);
  return `${id}.${signatureOf(app, id)}`;
}

/** GET /api/voice/audio/:token: for Twilio, which has no session. The signed address is the key. */
export function mountAudio(hono: Hono, app: App): void {
  hono.get(`${VOICE.audio}/:token`, (c) => {
    limit(app, `call-audio:${callerOf(c, app).ip}`, PER_MINUTE, 60);
    const sound = soundOf(app, c.req.param("token"));
    if (!sound) throw new Problem(404, "There is nothing here.");
    return new Response(sound.audio, {
      headers: {
        "content-type": sound.type,
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "x-robots-tag": "noindex",
      },
    });
  });
}

function soundOf(app: App, token: string): Sound | undefined {
  const [, id = "", signed = ""] = /^([\w-]{36}\.\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  const given = Buffer.from(signed);
  const expected = Buffer.from(signatureOf(app, id));
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  const sound = isOurs ? kept.get(app)?.get(id) : undefined;
  return sound && sound.until > app.now() ? sound : undefined;
}

function forgetOld(app: App, sounds: Map<string, Sound>): void {
  let bytes = [...sounds.values()].reduce((sum, { audio }) => sum + audio.length, 0);
  for (const [id, { audio, until }] of sounds) {
    if (until > app.now() && bytes <= MOST_BYTES) break;
    sounds.delete(id);
    bytes -= audio.length;
  }
}

function signatureOf(app: App, id: string): string {
  return Buffer.from(app.secrets.keyedHash(NAME, id)).toString("base64url");
}
