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
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { momentAt, wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import { DepositBox, useDepositQuestion } from "./deposit-question.tsx";
import { formatRepeat, hasLaterVisits } from "./format-repeat.ts";
import { aboutAppointment, NotifyBox, useNotify } from "./notify-box.tsx";
import { ScopeDialog } from "./scope-dialog.tsx";
import { STATUS_LABELS } from "./status-labels.ts";
import type { StatusChoice } from "./use-changes.ts";

interface StatusPartProps {
  appointment: Appointment;
  /** Takes effect at once. */
  onStatus: (status: SettableStatus, choice?: StatusChoice) => void;
  onDeleted: () => void;
}

const CHOICES = (["booked", "confirmed", "arrived", "no_show"] as const).map((value) => ({
  value,
  label: STATUS_LABELS[value],
}));

/** Status, cancellation, and deletion by administrators. */
export function StatusPart({ appointment, onStatus, onDeleted }: StatusPartProps) {
  const { user } = useCurrentUser();
  const [asking, setAsking] = useState<"cancel" | "no-show" | "delete">();
  const { status, contactId, deposit } = appointment;
  const isCanceled = status === "canceled";
  const isRequested = status === "requested";
  return (
    <div className="grid gap-3">
      {!isCanceled && !isRequested && (
        <Segmented
          label="Status"
          value={status}
          onValueChange={(chosen) =>
            chosen === "no_show" && deposit?.state === "paid"
              ? setAsking("no-show")
              : onStatus(chosen)
          }
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
            Put It Back
          </Button>
        ) : (
          <Button
            variant="quiet"
            icon={Ban}
            onClick={() => (isRequested ? onStatus("canceled") : setAsking("cancel"))}
          >
            {isRequested ? "Decline Request" : "Cancel Appointment"}
          </Button>
        )}
        {contactId !== null && user && mayOpen(user, "/contacts") && (
          <Link href={`/contacts/${contactId}`} className={buttonClass({ variant: "quiet" })}>
            <Icon of={UserRound} />
            Client Page
          </Link>
        )}
        {user?.role === "admin" && (
          <Button variant="quiet-bad" icon={Trash2} onClick={() => setAsking("delete")}>
            Delete
          </Button>
        )}
      </div>
      {asking === "cancel" && (
        <Cancellation
          appointment={appointment}
          onCancel={(choice) => onStatus("canceled", choice)}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === "no-show" && (
        <NoShow
          appointment={appointment}
          onMark={(choice) => onStatus("no_show", choice)}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === "delete" && (
        <Deletion
          appointment={appointment}
          onClose={() => setAsking(undefined)}
          onDeleted={onDeleted}
        />
      )}
    </div>
  );
}

interface CancellationProps {
  appointment: Appointment;
  onCancel: (choice: StatusChoice) => void;
  onClose: () => void;
}

function Cancellation({ appointment, onCancel, onClose }: CancellationProps) {
  const notify = useNotify(aboutAppointment(appointment));
  const deposit = useDepositQuestion(appointment, "refund");
  const description = useVisitName(appointment);
  const choice = { notify: notify.isChecked, ...deposit.answer };
  if (hasLaterVisits(appointment))
    return (
      <ScopeDialog
        title="Cancel Repeating Appointment"
        description={formatRepeat(appointment)}
        onChoose={(scope) => onCancel({ scope, ...choice })}
        onClose={onClose}
      >
        <DepositBox question={deposit} />
        <NotifyBox notify={notify} />
      </ScopeDialog>
    );
  return (
    <ConfirmDialog
      title="Cancel Appointment"
      description={description}
      cancel="Keep Appointment"
      action="Cancel Appointment"
      onConfirm={() => onCancel(choice)}
      onClose={onClose}
    >
      <DepositBox question={deposit} />
      <NotifyBox notify={notify} className="mt-3" />
    </ConfirmDialog>
  );
}

interface NoShowProps {
  appointment: Appointment;
  onMark: (choice: StatusChoice) => void;
  onClose: () => void;
}

function NoShow({ appointment, onMark, onClose }: NoShowProps) {
  const deposit = useDepositQuestion(appointment, "keep");
  return (
    <ConfirmDialog
      title="No-show"
      description={useVisitName(appointment)}
      action="Mark as No-Show"
      onConfirm={() => onMark(deposit.answer)}
      onClose={onClose}
    >
      <DepositBox question={deposit} />
    </ConfirmDialog>
  );
}

/** "Ruth Abernathy, Fri, Nov 27 at 10:00 AM". */
function useVisitName({ clientName, appointmentDate }: Appointment): string {
  const { now, timeZone } = useBusinessTime();
  return `${clientName}, ${formatWallTime(appointmentDate, wallTime(now, timeZone))}`;
}

interface DeletionProps {
  appointment: Appointment;
  onClose: () => void;
  onDeleted: () => void;
}

function Deletion({ appointment, onClose, onDeleted }: DeletionProps) {
  const { status, appointmentDate } = appointment;
  const { now, timeZone } = useBusinessTime();
  const isUpcoming = appointmentDate > momentAt(now, timeZone);
  const deposit = useDepositQuestion(appointment, isUpcoming ? "refund" : "keep");
  const [scope, setScope] = useState<Scope | undefined>(
    hasLaterVisits(appointment) ? undefined : "one",
  );
  const notify = useNotify(aboutAppointment(appointment));
  const isAll = scope === "following";
  if (scope === undefined)
    return (
      <ScopeDialog
        title="Delete Repeating Appointment"
        description={formatRepeat(appointment)}
        onChoose={setScope}
        onClose={onClose}
      />
    );
  return (
    <ActDialog
      act={appointments.remove}
      input={{
        params: { id: appointment.id },
        query: {
          ...(isAll && { scope }),
          notify: notify.isChecked ? "true" : "false",
          ...deposit.answer,
        },
      }}
      done={isAll ? "Visits deleted" : "Appointment deleted"}
      onDone={() => {
        onClose();
        onDeleted();
      }}
      busy="Deleting..."
      onClose={onClose}
      title={isAll ? "Delete Visits" : "Delete Appointment"}
      description={
        isAll
          ? "This permanently deletes this visit and all later ones. To keep a record of them, cancel them instead."
          : "This permanently deletes the appointment. To keep a record of it, cancel it instead."
      }
      action="Delete"
    >
      <DepositBox question={deposit} />
      {status !== "canceled" && <NotifyBox notify={notify} className="mt-3" />}
    </ActDialog>
  );
}
