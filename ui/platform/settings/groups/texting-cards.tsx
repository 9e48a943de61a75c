import type { Settings } from "#src/platform/settings/contract.ts";
import { WebhookCard } from "#ui/integrations/zapier/webhook-card.tsx";
import { CostCard } from "#ui/messaging/settings/cost-card.tsx";
import { DeliverabilityCard } from "#ui/messaging/settings/deliverability-card.tsx";
import { GetApprovedCard } from "#ui/messaging/settings/get-approved-card.tsx";
import { ManualCheck } from "#ui/messaging/settings/manual-check.tsx";
import { PaceCard } from "#ui/messaging/settings/pace-card.tsx";
import { PicturesCard } from "#ui/messaging/settings/pictures-card.tsx";
import { TemplateCard } from "#ui/messaging/settings/template-card.tsx";
import { SectionCard } from "#ui/platform/settings/section-card.tsx";

export function TextingCards({ settings }: { settings: Settings }) {
  return (
    <>
      <WebhookCard settings={settings} />
      <PaceCard />
      <CostCard />
      <DeliverabilityCard />
      <TemplateCard />
      <PicturesCard />
    </>
  );
}

export function TextingTools() {
  return (
    <>
      <GetApprovedCard />
      <SectionCard id="manual-check">
        <ManualCheck />
      </SectionCard>
    </>
  );
}
