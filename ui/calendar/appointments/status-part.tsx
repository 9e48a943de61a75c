import Ban from "lucide-react/icons/ban";
import CalendarCheck from "lucide-react/icons/calendar-check";
import Trash2 from "lucide-react/icons/trash-2";
import Undo2 from "lucide-react/icons/undo-2";
import UserRound from "lucide-react/icons/user-round";
import { useState } from "react";
import { Link } from "wouter";
import {
  type Appointment,
  appointments,
  type SettableStatus,
} from "#src/calendar/appointments/contract.ts";
import type { Scope } from "#src/calendar/appointments/repeat-contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { STATUS_LABELS } from "./event-marks.ts";
import { formatRepeat, hasLaterVisits } from "./format-repeat.ts";
import { ScopeDialog } from "./scope-dialog.tsx";

interface StatusPartProps {
  appointment: Appointment;
  /** Takes effect at once. */
  onStatus: (status: SettableStatus) => void;
  onDeleted: () => void;
}

const CHOICES = (["booked", "confirmed", "arrived", "no_show"] as const).map((value) => ({
  value,
  label: STATUS_LABELS[value],
}));

/** Status, cancellation, and deletion by administrators. */
export function StatusPart({ appointment, onStatus, onDeleted }: StatusPartProps) {
  const { user } = useCurrentUser();
  const [deleting, setDeleting] = useState(false);
  const { status, contactId } = appointment;
  const isCanceled = status === "canceled";
  const isRequested = status === "requested";
  return (
    <div className="grid gap-3">
      {!isCanceled && !isRequested && (
        <Segmented
          label="Status"
          value={status}
          onValueChange={onStatus}
          options={CHOICES}
          className="w-full [&>label]:flex-1 [&>label]:justify-center [&>label]:px-1"
        />
      )}
      <div className="flex items-center gap-2 min-w-0 flex-wrap -mx-3">
        {isRequested && (
          <Button variant="quiet" icon={CalendarCheck} onClick={() => onStatus("booked")}>
            Approve Request
          </Button>
        )}
        {isCanceled ? (
          <Button variant="quiet" icon={Undo2} onClick={() => onStatus("booked")}>
            Put it back
          </Button>
        ) : (
          <Button variant="quiet" icon={Ban} onClick={() => onStatus("canceled")}>
            {isRequested ? "Decline Request" : "Cancel appointment"}
          </Button>
        )}
        {contactId !== null && user && mayOpen(user, "/contacts") && (
          <Link href={`/contacts/${contactId}`} className={buttonClass({ variant: "quiet" })}>
            <Icon of={UserRound} />
            Client page
          </Link>
        )}
        {user?.role === "admin" && (
          <Button variant="quiet-bad" icon={Trash2} onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </div>
      {deleting && (
        <Deletion
          appointment={appointment}
          onClose={() => setDeleting(false)}
          onDeleted={onDeleted}
        />
      )}
    </div>
  );
}

interface DeletionProps {
  appointment: Appointment;
  onClose: () => void;
  onDeleted: () => void;
}

function Deletion({ appointment, onClose, onDeleted }: DeletionProps) {
  const [scope, setScope] = useState<Scope | undefined>(
    hasLaterVisits(appointment) ? undefined : "one",
  );
  const isAll = scope === "following";
  if (scope === undefined)
    return (
      <ScopeDialog
        title="Delete repeating appointment"
        description={formatRepeat(appointment)}
        onChoose={setScope}
        onClose={onClose}
      />
    );
  return (
    <ActDialog
      act={appointments.remove}
      input={{ params: { id: appointment.id }, ...(isAll && { query: { scope } }) }}
      done={isAll ? "Visits deleted" : "Appointment deleted"}
      onDone={() => {
        onClose();
        onDeleted();
      }}
      busy="Deleting..."
      onClose={onClose}
      title={isAll ? "Delete visits" : "Delete appointment"}
      description={
        isAll
          ? "This permanently deletes this visit and all later ones. To keep a record of them, cancel them instead."
          : "This permanently deletes the appointment. To keep a record of it, cancel it instead."
      }
      action="Delete"
    />
  );
}
