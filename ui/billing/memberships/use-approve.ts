import { memberships } from "#src/billing/memberships/contract.ts";
import { useAct } from "#ui/shell/data/act.ts";

export function useApprove() {
  return useAct(memberships.approve, {
    done: { title: "Membership approved", description: "Clients can be invited now." },
  });
}
