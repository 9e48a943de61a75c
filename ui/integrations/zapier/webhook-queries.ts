import { webhooks } from "#src/integrations/zapier/contract.ts";
import type { Api } from "#ui/api.ts";
import { read } from "#ui/shell/data/read.ts";

export function apiKeyQuery(api: Api) {
  return read(api, webhooks.readKey);
}

export function webhookRequestsQuery(api: Api) {
  return read(api, webhooks.requests);
}
