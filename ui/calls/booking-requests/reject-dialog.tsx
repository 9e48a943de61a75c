import {
  type PotentialAppointment,
  potentialAppointments,
} from "#src/calls/booking-requests/contract.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { nameOf } from "./names.ts";

interface RejectDialogProps {
  request: PotentialAppointment;
  onClose: () => void;
}

export function RejectDialog({ request, onClose }: RejectDialogProps) {
  return (
    <ActDialog
      act={potentialAppointments.reject}
      input={{ params: { id: request.id } }}
      done="Request rejected"
      busy="Rejecting..."
      onClose={onClose}
      title="Reject this request?"
      description={`Nothing will be booked for ${formatPhone(nameOf(request))}, and we won't notify the caller. You can reopen the request later.`}
      action="Reject"
    />
  );
}
