import { consentsOf } from "#db/clients/consents.ts";
import { campaignsSentTo } from "#db/messaging/campaign-report.ts";
import type { App } from "#src/app.ts";
import type { ClientAside } from "./contract.ts";
import { found } from "./inbox.ts";

const NOW = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
const CAMPAIGNS = 5;

/** What staff want to know of a client while they write to them. */
export function readClientAside(app: App, id: number): ClientAside {
  const { contactId, phone } = found(app, id);
  const [said] = consentsOf(app.db, phone, NOW, 1);
  return {
    consent: said
      ? {
          given: said.given,
          since: new Date(said.at).toISOString(),
          wording: said.wording,
          source: said.source,
          by: said.by,
        }
      : null,
    campaigns: campaignsSentTo(app.db, contactId, CAMPAIGNS).map(({ id: campaign, name, at }) => ({
      id: campaign,
      name,
      at: new Date(at).toISOString(),
    })),
  };
}
