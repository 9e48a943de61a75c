import { useState } from "react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import { useEarlyKeys } from "#ui/kit/early-keys.ts";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import type { FormValues, Prefill } from "./form-values.ts";
import type { Changes } from "./use-changes.ts";

// The form's code is loaded when it first opens.
const AppointmentDialog = lazyDialog(
  async () => (await import("./appointment-dialog.tsx")).AppointmentDialog,
);
const BookDialog = lazyDialog(async () => (await import("./book-dialog.tsx")).BookDialog);
const ChangeQuestions = lazyDialog(
  async () => (await import("./change-questions.tsx")).ChangeQuestions,
);
const TimeOffDialog = lazyDialog(
  async () => (await import("#ui/calendar/hours/time-off-dialog.tsx")).TimeOffDialog,
);
const TimeOffDetails = lazyDialog(
  async () => (await import("#ui/calendar/hours/time-off-details.tsx")).TimeOffDetails,
);

interface AppointmentDialogsProps {
  isNew: boolean;
  isWalkIn: boolean;
  opened: Appointment | undefined;
  onOpenPart: (id: number) => void;
  timeOff: TimeOff | undefined;
  /** The visible day, the default for a new appointment. */
  date: string;
  prefill: Prefill | undefined;
  employees: readonly Employee[];
  changes: Changes;
  onBooked: (visit: Appointment) => void;
  onClose: () => void;
}

export function AppointmentDialogs(props: AppointmentDialogsProps) {
  const { isNew, opened, timeOff, date, prefill, employees, changes, onClose } = props;
  const [blocked, setBlocked] = useState<FormValues>();
  useEarlyKeys(isNew);
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
          onMove={changes.move}
          onStatus={changes.setStatus}
          onWithdrawText={changes.withdrawText}
          onOpenPart={props.onOpenPart}
          onClose={close}
        />
      )}
      {isNew && !blocked && (
        <BookDialog
          {...{ date, prefill, isWalkIn: props.isWalkIn }}
          onBlockTime={setBlocked}
          onBooked={props.onBooked}
          onClose={close}
        />
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
      {(changes.question ?? changes.conflict) && <ChangeQuestions changes={changes} />}
    </>
  );
}
