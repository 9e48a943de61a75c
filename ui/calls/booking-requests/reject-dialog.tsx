import type { PotentialAppointment } from "#src/calls/booking-requests/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { phoneWords } from "#ui/shell/format/phone.ts";
import { nameOf } from "./names.ts";
import { useReject } from "./use-decide.ts";

interface RejectDialogProps {
  request: PotentialAppointment;
  onClose: () => void;
}

export function RejectDialog({ request, onClose }: RejectDialogProps) {
  const reject = useReject(request.id, onClose);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Reject this request?"
      description={`Nothing is booked for ${phoneWords(nameOf(request))}, and no text is sent: whoever called is not told. You can reopen the request later.`}
      act="Reject"
      busy={reject.isPending && "Rejecting..."}
      error={reject.words}
      onConfirm={reject.run}
    />
  );
}
