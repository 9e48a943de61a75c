import type { PlanSubscriber } from "#src/billing/plan-subscribers/contract.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { ChargeDialog } from "./charge-dialog.tsx";
import { DetailsDialog } from "./details-dialog.tsx";
import type { SubscriberAction } from "./subscriber-row.tsx";

interface SubscriberDialogsProps {
  action: SubscriberAction | undefined;
  subscriber: PlanSubscriber | undefined;
  onClose: () => void;
}

const DIALOGS = { details: DetailsDialog, charge: ChargeDialog, cancel: CancelDialog } as const;

export function SubscriberDialogs({ action, subscriber, onClose }: SubscriberDialogsProps) {
  const Dialog = action && DIALOGS[action];
  return Dialog && subscriber ? (
    <Dialog key={subscriber.id} subscriber={subscriber} onClose={onClose} />
  ) : null;
}
