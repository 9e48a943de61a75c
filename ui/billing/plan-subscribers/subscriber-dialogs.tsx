import type { PlanSubscriber } from "#src/billing/plan-subscribers/contract.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { ChargeDialog } from "./charge-dialog.tsx";
import { DetailsDialog } from "./details-dialog.tsx";
import type { Act } from "./subscriber-card.tsx";

interface SubscriberDialogsProps {
  act: Act | undefined;
  subscriber: PlanSubscriber | undefined;
  onClose: () => void;
}

const DIALOGS = { details: DetailsDialog, charge: ChargeDialog, cancel: CancelDialog } as const;

export function SubscriberDialogs({ act, subscriber, onClose }: SubscriberDialogsProps) {
  const Dialog = act && DIALOGS[act];
  return Dialog && subscriber ? (
    <Dialog key={subscriber.id} subscriber={subscriber} onClose={onClose} />
  ) : null;
}
