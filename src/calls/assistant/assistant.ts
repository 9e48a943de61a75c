import type { App } from "#src/app.ts";
import type { AiProvider } from "#src/platform/providers/ai.ts";
import { findSecret } from "#src/platform/settings/settings.ts";

/** Returns undefined when no OpenAI key is set. The simulated assistant of the demo needs no key. */
export function findAssistant(app: App): Promise<AiProvider> | undefined {
  const key = findSecret(app, "openaiApiKey") ?? (app.config.demo ? "demo" : undefined);
  return key === undefined ? undefined : app.providers.ai(key);
}

export function hasAssistant(app: App): boolean {
  return app.config.demo || findSecret(app, "openaiApiKey") !== undefined;
}
