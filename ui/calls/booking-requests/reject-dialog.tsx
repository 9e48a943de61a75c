import {
  type PotentialAppointment,
  potentialAppointments,
} from "#src/calls/booking-requests/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { nameOf } from "./names.ts";

interface RejectDialogProps {
  request: PotentialAppointment;
  onClose: () => void;
}

export function RejectDialog({ request, onClose }: RejectDialogProps) {
  const reject = useAct(potentialAppointments.reject, {
    done: "Request rejected",
    onDone: onClose,
    errors: "inline",
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Reject this request?"
      description={`Nothing will be booked for ${formatPhone(nameOf(request))}, and we won't notify the caller. You can reopen the request later.`}
      action="Reject"
      busy={reject.isPending && "Rejecting..."}
      error={reject.errorMessage}
      onConfirm={() => reject.run({ params: { id: request.id } })}
    />
  );
}
