import { StripeCard } from "#ui/billing/settings/stripe-card.tsx";
import { lazy } from "#ui/kit/lazy.ts";
import { SettingsPage } from "#ui/platform/settings/settings-page.tsx";

const form = lazy(
  async () => (await import("#ui/billing/settings/payments-cards.tsx")).PaymentsCards,
);

export function PaymentsScreen() {
  return <SettingsPage group="payments" first={StripeCard} form={form} />;
}
