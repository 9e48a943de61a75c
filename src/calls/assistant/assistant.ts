import type { App } from "#src/app.ts";
import type { AiProvider } from "#src/platform/providers/ai.ts";
import { secretOf } from "#src/platform/settings/settings.ts";

/** Undefined while there is no key; the demo's assistant needs none. */
export function assistantOf(app: App): Promise<AiProvider> | undefined {
  const key = secretOf(app, "openaiApiKey") ?? (app.config.demo ? "demo" : undefined);
  return key === undefined ? undefined : app.providers.ai(key);
}

export function hasAssistant(app: App): boolean {
  return app.config.demo || secretOf(app, "openaiApiKey") !== undefined;
}
