import { useAct } from "#ui/shell/data/act.ts";
import { loadMembers } from "./queries.ts";

/** On to Stripe's own page for the card. */
export function useBilling() {
  return useAct(async () => (await loadMembers()).members.openBilling, {
    onDone: ({ url }) => location.assign(url),
  });
}
