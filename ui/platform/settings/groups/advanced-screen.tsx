import { SignInCard } from "#ui/accounts/settings/sign-in-card.tsx";
import { lazy } from "#ui/kit/lazy.ts";
import type { CardsProps } from "#ui/platform/settings/settings-form.tsx";
import { SettingsPage } from "#ui/platform/settings/settings-page.tsx";

const form = lazy<CardsProps>(
  async () => (await import("#ui/platform/settings/smtp-card.tsx")).SmtpCard,
);
const tools = lazy(async () => (await import("./advanced-tools.tsx")).AdvancedTools);

export function AdvancedScreen() {
  return <SettingsPage group="advanced" first={SignInCard} form={form} tools={tools} />;
}
