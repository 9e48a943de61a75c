import CircleAlert from "lucide-react/icons/circle-alert";
import type { OwnSubscription } from "#src/billing/members/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useBilling } from "./use-billing.ts";

/** Explains how to keep a membership after a failed payment. */
export function PastDue({ subscription }: { subscription: OwnSubscription }) {
  const billing = useBilling();
  return (
    <Note tone="bad" icon={CircleAlert}>
      <p className="mb-2">
        The last payment for {subscription.membership.name} did not go through. Update your card to
        keep it.
      </p>
      <Button
        size="tiny"
        busy={billing.isPending && "Opening..."}
        onClick={() => billing.run({ body: { subscriptionId: subscription.id } })}
      >
        Update card
      </Button>
    </Note>
  );
}
