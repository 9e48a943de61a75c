import { lazy } from "#ui/kit/lazy.ts";
import { SettingsPage } from "#ui/platform/settings/settings-page.tsx";

const form = lazy(async () => (await import("./assistant-cards.tsx")).AssistantCards);

export function AssistantScreen() {
  return <SettingsPage group="assistant" form={form} />;
}
