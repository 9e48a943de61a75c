import { queryOptions } from "@tanstack/react-query";
import { webhooks } from "#src/integrations/zapier/contract.ts";
import type { Call } from "#ui/api.ts";

export function apiKeyQuery(call: Call) {
  return queryOptions({ queryKey: ["webhooks", "key"], queryFn: () => call(webhooks.readKey) });
}

export function webhookCallsQuery(call: Call) {
  return queryOptions({ queryKey: ["webhooks", "calls"], queryFn: () => call(webhooks.calls) });
}
