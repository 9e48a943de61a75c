import type { Settings } from "#src/platform/settings/contract.ts";
import { ClientPagesCard } from "#ui/billing/settings/client-pages-card.tsx";
import { CodesCard } from "#ui/billing/settings/codes-card.tsx";
import { FeesCard } from "#ui/billing/settings/fees-card.tsx";
import { MembershipSmtpCard } from "#ui/billing/settings/membership-smtp-card.tsx";

export function PaymentsCards({ settings }: { settings: Settings }) {
  return (
    <>
      <FeesCard />
      <ClientPagesCard />
      <CodesCard />
      <MembershipSmtpCard settings={settings} />
    </>
  );
}
