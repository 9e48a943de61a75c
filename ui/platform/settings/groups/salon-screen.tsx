import { lazy } from "#ui/kit/lazy.ts";
import { ConnectionsCard } from "#ui/platform/settings/connections-card.tsx";
import type { CardsProps } from "#ui/platform/settings/settings-form.tsx";
import { SettingsPage } from "#ui/platform/settings/settings-page.tsx";

const form = lazy(async () => (await import("./salon-cards.tsx")).SalonCards);
const tools = lazy<CardsProps>(async () => (await import("./salon-cards.tsx")).SalonTools);

export function SalonScreen() {
  return <SettingsPage group="salon" first={ConnectionsCard} form={form} tools={tools} />;
}
