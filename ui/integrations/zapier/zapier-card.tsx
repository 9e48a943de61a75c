import { Link } from "wouter";
import { WEBHOOK_EXAMPLES_HINT } from "#src/integrations/zapier/inbound-contract.ts";
import type { Settings } from "#src/platform/settings/contract.ts";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { ApiKey } from "./api-key.tsx";
import { InboundExamples } from "./inbound-examples.tsx";
import { WebhookRequests } from "./webhook-requests.tsx";

/** The API key, the endpoints and their fields, and the last requests. Outside the form, because it saves nothing. */
export function ZapierCard({ settings }: { settings: Settings }) {
  const base = (settings.webhookBaseUrl || settings.publicUrl || "").replace(/\/+$/, "");
  return (
    <SectionCard id="zapier">
      <div className={`${WIDE} flex min-w-0 flex-col gap-5`}>
        <ApiKey />
        <div>
          <h3 className="h3">What other programs can send</h3>
          <p className="sm dim mb-2">{WEBHOOK_EXAMPLES_HINT}</p>
          <InboundExamples base={base} />
          <p className="sm mt-2">
            <Link href="/api-reference" className="text-accent-ink hover:underline">
              All requests of the API
            </Link>
          </p>
        </div>
        <WebhookRequests />
      </div>
    </SectionCard>
  );
}
