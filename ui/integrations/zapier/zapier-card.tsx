import type { Settings } from "#src/platform/settings/contract.ts";
import { SectionCard } from "#ui/platform/settings/section-card.tsx";
import { Zapier } from "./zapier.tsx";

/** Outside the form, because it saves nothing. */
export function ZapierCard({ settings }: { settings: Settings }) {
  return (
    <SectionCard id="zapier">
      <Zapier base={(settings.webhookBaseUrl || settings.publicUrl || "").replace(/\/+$/, "")} />
    </SectionCard>
  );
}
