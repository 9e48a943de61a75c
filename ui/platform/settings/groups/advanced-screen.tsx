import { lazy } from "#ui/kit/lazy.ts";
import type { CardsProps } from "#ui/platform/settings/settings-form.tsx";
import { SettingsPage } from "#ui/platform/settings/settings-page.tsx";
import { SmtpCard } from "#ui/platform/settings/smtp-card.tsx";

const form = lazy<CardsProps>(
  async () => (await import("#ui/accounts/settings/sign-in-card.tsx")).SignInCard,
);
const tools = lazy(async () => (await import("./advanced-tools.tsx")).AdvancedTools);

export function AdvancedScreen() {
  return <SettingsPage group="advanced" first={SmtpCard} form={form} tools={tools} />;
}
