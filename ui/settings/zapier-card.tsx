import type { Settings } from "#src/settings/contract.ts";
import { useLate } from "#ui/kit/late.ts";
import { SectionCard } from "./section-card.tsx";

// Far down a long page: its code comes when the page stands.
const loadZapier = async () => (await import("./zapier.tsx")).Zapier;

/** Outside the form: it saves nothing. */
export function ZapierCard({ settings }: { settings: Settings }) {
  const Zapier = useLate(true, loadZapier, () => undefined);
  const base = (settings.webhookBaseUrl || settings.publicUrl || "").replace(/\/+$/, "");
  return (
    <SectionCard id="zapier">
      {Zapier ? <Zapier base={base} /> : <p className="h-40" />}
    </SectionCard>
  );
}
