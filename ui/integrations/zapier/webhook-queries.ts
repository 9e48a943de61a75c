import { queryOptions } from "@tanstack/react-query";
import { webhooks } from "#src/integrations/zapier/contract.ts";
import type { Api } from "#ui/api.ts";

export function apiKeyQuery(api: Api) {
  return queryOptions({ queryKey: ["webhooks", "key"], queryFn: () => api(webhooks.readKey) });
}

export function webhookCallsQuery(api: Api) {
  return queryOptions({ queryKey: ["webhooks", "calls"], queryFn: () => api(webhooks.calls) });
}
