import { potentialAppointments } from "#src/calls/booking-requests/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";

interface RejectDialogProps {
  id: number;
  /** Of the caller: a name or a number. */
  name: string;
  onClose: () => void;
}

/** Asks before a caller's request is rejected. */
export function RejectDialog({ id, name, onClose }: RejectDialogProps) {
  return (
    <ActDialog
      act={potentialAppointments.reject}
      input={{ params: { id } }}
      done="Request rejected"
      busy="Rejecting..."
      onClose={onClose}
      title="Reject This Request?"
      description={`Nothing will be booked for ${formatPhone(name)}, and we won't notify the caller. You can reopen the request later.`}
      action="Reject"
    />
  );
}
