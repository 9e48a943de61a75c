import type { Config } from "#src/config.ts";
import { AI_MODEL, type AiProvider } from "./ai.ts";
import { bad, CHECK_TIMEOUT_MS, good } from "./check.ts";

type Sdk = typeof import("openai");

/** The official SDK, loaded on first use. */
export async function connectOpenai(
  { openaiBaseUrl }: Pick<Config, "openaiBaseUrl">,
  apiKey: string,
): Promise<AiProvider> {
  const sdk = await import("openai");
  const client = new sdk.default({
    apiKey,
    baseURL: openaiBaseUrl,
    // Else they are read from the environment, where they may be another program's.
    organization: null,
    project: null,
    // It is no browser; the SDK takes a test's document for one.
    dangerouslyAllowBrowser: true,
    timeout: CHECK_TIMEOUT_MS,
    maxRetries: 0,
  });
  return {
    async check() {
      try {
        const model = await client.models.retrieve(AI_MODEL);
        return good(`Connected: the key may use ${model.id}.`);
      } catch (error) {
        return bad(openaiWords(error, sdk));
      }
    },
  };
}

function openaiWords(error: unknown, sdk: Sdk): string {
  if (error instanceof sdk.AuthenticationError)
    return "OpenAI refused the key: copy it again from platform.openai.com, under API keys.";
  if (error instanceof sdk.PermissionDeniedError || error instanceof sdk.NotFoundError)
    return `OpenAI knows the key, but it may not use ${AI_MODEL}. Allow it in the project's settings at OpenAI.`;
  if (error instanceof sdk.RateLimitError)
    return error.code === "insufficient_quota"
      ? "The key is right, but the OpenAI account has no credit left. Add some under Billing."
      : "OpenAI is busy with this account. Try again in a minute.";
  if (error instanceof sdk.APIConnectionError) return "OpenAI cannot be reached right now.";
  if (error instanceof sdk.InternalServerError)
    return "OpenAI has trouble of its own right now. Try again later.";
  if (error instanceof sdk.APIError) return `OpenAI said no: ${error.message}`;
  throw error;
}
