import { useState } from "react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import type { FormValues, Prefill } from "./form-values.ts";
import { formatRepeat } from "./format-repeat.ts";
import type { Changes } from "./use-changes.ts";

// The form's code is loaded when it first opens.
const AppointmentDialog = lazyDialog(
  async () => (await import("./appointment-dialog.tsx")).AppointmentDialog,
);
const BookDialog = lazyDialog(async () => (await import("./book-dialog.tsx")).BookDialog);
const TimeOffDialog = lazyDialog(
  async () => (await import("#ui/calendar/hours/time-off-dialog.tsx")).TimeOffDialog,
);
const TimeOffDetails = lazyDialog(
  async () => (await import("#ui/calendar/hours/time-off-details.tsx")).TimeOffDetails,
);
const ScopeDialog = lazyDialog(async () => (await import("./scope-dialog.tsx")).ScopeDialog);

interface AppointmentDialogsProps {
  isNew: boolean;
  opened: Appointment | undefined;
  onOpenPart: (id: number) => void;
  timeOff: TimeOff | undefined;
  /** The visible day, the default for a new appointment. */
  date: string;
  prefill: Prefill | undefined;
  employees: readonly Employee[];
  changes: Changes;
  onClose: () => void;
}

export function AppointmentDialogs(props: AppointmentDialogsProps) {
  const { isNew, opened, timeOff, date, prefill, employees, changes, onClose } = props;
  const [blocked, setBlocked] = useState<FormValues>();
  const close = () => {
    setBlocked(undefined);
    onClose();
  };
  return (
    <>
      {opened && (
        <AppointmentDialog
          key={opened.id}
          appointment={opened}
          employees={employees}
          onStatus={changes.setStatus}
          onWithdrawText={changes.withdrawText}
          onOpenPart={props.onOpenPart}
          onClose={close}
        />
      )}
      {isNew && !blocked && (
        <BookDialog {...{ date, prefill }} onBlockTime={setBlocked} onClose={close} />
      )}
      {isNew && blocked && (
        <TimeOffDialog
          employees={employees}
          employeeId={Number(blocked.employeeId)}
          date={blocked.date}
          times={{ from: blocked.startTime, to: blocked.endTime }}
          onClose={close}
        />
      )}
      {timeOff && <TimeOffDetails timeOff={timeOff} employees={employees} onClose={close} />}
      {changes.question && (
        <ScopeDialog
          title={changes.question.title}
          description={formatRepeat(changes.question.appointment)}
          onChoose={changes.question.choose}
          onClose={changes.dismissQuestion}
        />
      )}
      <ConfirmDialog
        open={changes.conflict !== undefined}
        onClose={() => changes.dismissConflict()}
        harmless
        title="Move Anyway?"
        description={changes.conflict?.message ?? ""}
        action="Move Anyway"
        onConfirm={() => changes.conflict?.proceed()}
      />
    </>
  );
}
