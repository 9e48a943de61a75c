import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { showNotLoaded } from "#ui/kit/lazy-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { AppointmentDialog, type AppointmentDialogProps } from "./appointment-dialog.tsx";
import { ChangeQuestions } from "./change-questions.tsx";
import { appointmentsQuery } from "./queries.ts";
import { type Changes, useChanges } from "./use-changes.ts";

interface ChangeVisitProps {
  /** Undefined once its dialog is closed, while the questions about the change stay. */
  visit: Pick<Appointment, "id" | "appointmentDate"> | undefined;
  begin?: AppointmentDialogProps["begin"];
  onClose: () => void;
}

/** A visit's dialog on a screen that isn't the calendar. */
export function ChangeVisit({ visit, ...props }: ChangeVisitProps) {
  const changes = useChanges();
  return (
    <>
      {visit && <VisitOfDay key={visit.id} {...props} visit={visit} changes={changes} />}
      <ChangeQuestions changes={changes} />
    </>
  );
}

interface VisitOfDayProps extends ChangeVisitProps {
  visit: Pick<Appointment, "id" | "appointmentDate">;
  changes: Changes;
}

function VisitOfDay({ visit, changes, begin, onClose }: VisitOfDayProps) {
  const api = useApi();
  const day = dayOf(visit.appointmentDate);
  const { data: listed, isError } = useQuery(appointmentsQuery(api, { from: day, to: day }));
  const { data: employees } = useQuery(employeesQuery(api));
  const toasts = useToasts();
  const fail = useEffectEvent(() => {
    showNotLoaded(toasts);
    onClose();
  });
  useEffect(() => {
    if (isError) fail();
  }, [isError]);
  const [opened, setOpened] = useState(visit.id);
  const appointment = listed?.appointments.find(({ id }) => id === opened);
  if (!appointment || !employees) return null;
  return (
    <AppointmentDialog
      {...{ begin, appointment, employees, onClose }}
      onMove={changes.move}
      onStatus={changes.setStatus}
      onWithdrawText={changes.withdrawText}
      onOpenPart={setOpened}
    />
  );
}
