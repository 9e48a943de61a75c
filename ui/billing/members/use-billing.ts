import { useAct } from "#ui/shell/data/act.ts";
import { loadMembers } from "./queries.ts";

/** Opens Stripe's page for the card. */
export function useBilling() {
  return useAct(async () => (await loadMembers()).members.openBilling, {
    onDone: ({ url }) => location.assign(url),
  });
}
