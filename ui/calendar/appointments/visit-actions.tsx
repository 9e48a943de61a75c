import Ban from "lucide-react/icons/ban";
import CalendarCheck from "lucide-react/icons/calendar-check";
import Undo2 from "lucide-react/icons/undo-2";
import type { Appointment, SettableStatus } from "#src/calendar/appointments/contract.ts";
import { mayOpen, seesClients } from "#src/shared/permissions.ts";
import { canTakePayment } from "#ui/billing/payments/visit-payment.tsx";
import { isDue } from "#ui/calendar/parts/visit-times.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogFooter } from "#ui/kit/dialog.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { momentAt } from "#ui/shell/format/dates.ts";
import { useUiState } from "#ui/ui-state.ts";
import { keptParts } from "./event-marks.ts";
import type { StatusChoice } from "./use-changes.ts";

interface VisitActionsProps {
  appointment: Appointment;
  /** Takes effect at once. */
  onStatus: (status: SettableStatus, choice?: StatusChoice) => void;
  onCancel: () => void;
  onMove: () => void;
  /** The Move button has the focus again. */
  wasMoving: boolean;
  onClose: () => void;
}

/** What is done next with the visit; the likeliest last. */
export function VisitActions({
  appointment,
  onStatus,
  onCancel,
  onMove,
  wasMoving,
  onClose,
}: VisitActionsProps) {
  const { user } = useCurrentUser();
  const { booking, paying } = useUiState();
  const { now, timeZone } = useBusinessTime();
  const awaitsArrival = isDue(appointment, momentAt(now, timeZone));
  const { id, status, contactId, clientName, phoneNumber } = appointment;
  if (status === "requested")
    return (
      <DialogFooter>
        <Button variant="quiet" icon={Ban} onClick={() => onStatus("canceled")}>
          Decline Request
        </Button>
        <Button variant="primary" icon={CalendarCheck} onClick={() => onStatus("booked")}>
          Approve Request
        </Button>
      </DialogFooter>
    );
  const isCanceled = status === "canceled";
  const isMissed = status === "no_show";
  const bookAgain = () => {
    onClose();
    booking.value = {
      ...(contactId !== null && { id: contactId }),
      ...{ name: clientName, phoneNumber: phoneNumber ?? "" },
      wish: wishOf(appointment),
    };
  };
  const again = !awaitsArrival && user && seesClients(user) && mayOpen(user, "/appointments") && (
    <Button variant={isMissed ? "primary" : "secondary"} onClick={bookAgain}>
      Book Again
    </Button>
  );
  return (
    <DialogFooter>
      {isCanceled ? (
        <Button variant="quiet" icon={Undo2} onClick={() => onStatus("booked")}>
          Put It Back
        </Button>
      ) : (
        !isMissed && (
          <Button variant="quiet-bad" className="mr-auto -ml-3" onClick={onCancel}>
            Cancel Appointment
          </Button>
        )
      )}
      {!isMissed && again}
      {!isCanceled && (
        <Button onClick={onMove} data-returned={wasMoving || undefined}>
          Move
        </Button>
      )}
      {canTakePayment(appointment) && (
        <Button
          variant={awaitsArrival || isMissed ? "secondary" : "primary"}
          onClick={() => {
            paying.value = { appointmentId: id };
          }}
        >
          Take Payment
        </Button>
      )}
      {isMissed && again}
      {awaitsArrival && (
        <Button variant="primary" onClick={() => onStatus("arrived")}>
          Mark Arrived
        </Button>
      )}
    </DialogFooter>
  );
}

/** The whole visit; nobody in particular where several performed it. */
function wishOf(appointment: Appointment) {
  const { parts, services, employeeId } = appointment;
  const kept = keptParts(appointment);
  const all = kept.length > 0 ? kept : parts;
  const employees = new Set(all.map((part) => part.employeeId));
  return {
    services: (all.length > 0 ? all : [{ services }]).flatMap((part) =>
      part.services.map(({ serviceId }) => serviceId),
    ),
    employeeId: employees.size > 1 ? null : employeeId,
  };
}
