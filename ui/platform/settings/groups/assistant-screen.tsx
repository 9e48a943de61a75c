import { callFields, VoiceCard } from "#ui/calls/settings/voice-card.tsx";
import { lazy } from "#ui/kit/lazy.ts";
import { SettingsPage } from "#ui/platform/settings/settings-page.tsx";

const form = lazy(async () => {
  // Else the first card would grow and move this one down.
  await callFields.fetch();
  return (await import("#ui/reviews/settings/google-card.tsx")).GoogleCard;
});

export function AssistantScreen() {
  return <SettingsPage group="assistant" first={VoiceCard} form={form} />;
}
