import { lazy } from "#ui/kit/lazy.ts";
import { TwilioCard } from "#ui/messaging/settings/twilio-card.tsx";
import type { CardsProps } from "#ui/platform/settings/settings-form.tsx";
import { SettingsPage } from "#ui/platform/settings/settings-page.tsx";

const form = lazy(
  async () => (await import("#ui/messaging/settings/texting-cards.tsx")).TextingCards,
);
const tools = lazy<CardsProps>(
  async () => (await import("#ui/messaging/settings/texting-cards.tsx")).TextingTools,
);

export function TextingScreen() {
  return <SettingsPage group="texting" first={TwilioCard} form={form} tools={tools} />;
}
