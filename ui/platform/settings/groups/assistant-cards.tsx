import type { Settings } from "#src/platform/settings/contract.ts";
import { VoiceCard } from "#ui/calls/settings/voice-card.tsx";
import { GoogleCard } from "#ui/reviews/settings/google-card.tsx";

export function AssistantCards({ settings }: { settings: Settings }) {
  return (
    <>
      <VoiceCard settings={settings} />
      <GoogleCard settings={settings} />
    </>
  );
}
