import { z } from "zod";
import type { Config } from "#src/config.ts";
import { bad, CHECK_TIMEOUT_MS, type Check, good } from "./check.ts";
import type { SpeechProvider } from "./speech.ts";

const Subscription = z.object({ character_count: z.number(), character_limit: z.number() });
const Refusal = z.object({ detail: z.object({ status: z.string() }) });

/** A few calls of plain HTTP: no SDK is worth them. */
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
        return verdict(answer.status, await answer.json().catch(() => undefined));
      } catch {
        return bad("ElevenLabs cannot be reached right now.");
      }
    },
  };
}

function verdict(status: number, body: unknown): Check {
  if (status === 401) {
    const why = Refusal.safeParse(body).data?.detail.status;
    return bad(
      why === "missing_permissions"
        ? "ElevenLabs knows the key, but it may not read the subscription. Give it the permission User: Read."
        : "ElevenLabs refused the key: copy it again from elevenlabs.io, under API keys.",
    );
  }
  if (status === 429) return bad("ElevenLabs is busy with this account. Try again in a minute.");
  if (status >= 500) return bad("ElevenLabs has trouble of its own right now. Try again later.");
  const parsed = Subscription.safeParse(body);
  if (!parsed.success) return bad(`ElevenLabs answered something unexpected (${status}).`);

  const { character_count: used, character_limit: limit } = parsed.data;
  const words = `${used.toLocaleString("en-US")} of ${limit.toLocaleString("en-US")} characters of this month are used`;
  return used >= limit
    ? bad(`The key is right, but the account has nothing left: ${words}.`)
    : good(`Connected: ${words}.`);
}
