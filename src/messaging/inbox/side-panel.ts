import { consentsOf } from "#db/clients/consents.ts";
import { campaignsSentTo } from "#db/messaging/campaign-report.ts";
import type { App } from "#src/app.ts";
import { toIso } from "#src/shared/iso-time.ts";
import type { SidePanel } from "./contract.ts";
import { getConversationRow } from "./inbox.ts";

const NOW = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
const CAMPAIGNS = 5;

export function readSidePanel(app: App, id: number): SidePanel {
  const { contactId, phone } = getConversationRow(app, id);
  const [latest] = consentsOf(app.db, phone, NOW, 1);
  return {
    consent: latest
      ? {
          given: latest.given,
          since: toIso(latest.at),
          wording: latest.wording,
          source: latest.source,
          by: latest.by,
        }
      : null,
    campaigns: campaignsSentTo(app.db, contactId, CAMPAIGNS).map(({ id: campaign, name, at }) => ({
      id: campaign,
      name,
      at: toIso(at),
    })),
  };
}
