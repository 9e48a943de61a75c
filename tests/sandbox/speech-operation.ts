import { z } from "zod";
import { KEYS, type Mood } from "./outside-shapes.ts";

const Body = z.strictObject({ text: z.string().min(1), model_id: z.string() });

export interface SpokenText {
  readonly voice: string;
  readonly text: string;
}

interface Spoken {
  readonly response: Response;
  readonly misuse?: string;
  readonly spoken?: SpokenText;
}

/** ElevenLabs' text to speech: a few bytes that begin as an MP3 does. Undefined for another address. */
export async function readAloud(
  request: Request,
  address: URL,
  mood: Mood,
): Promise<Spoken | undefined> {
  const voice = /^\/v1\/text-to-speech\/(\w+)$/.exec(address.pathname)?.[1];
  if (request.method !== "POST" || voice === undefined) return undefined;
  const refused = (status: number, code: string) => ({
    response: Response.json({ detail: { status: code, message: "No." } }, { status }),
  });
  if (request.headers.get("xi-api-key") !== KEYS.elevenlabs) return refused(401, "invalid_api_key");
  if (mood === "busy") return refused(429, "too_many_concurrent_requests");
  if (mood === "broken") return refused(503, "upstream");
  const format = address.searchParams.get("output_format");
  const body = Body.safeParse(await request.json());
  if (!body.success || format !== "mp3_44100_128" || [...address.searchParams].length !== 1)
    return { ...refused(400, "invalid"), misuse: `text to speech: ${format} ${body.error}` };
  const { text } = body.data;
  const audio = new TextEncoder().encode(`ID3 ${text}`);
  const response = new Response(audio, { headers: { "content-type": "audio/mpeg" } });
  return { response, spoken: { voice, text } };
}
