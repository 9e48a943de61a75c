import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { addMinutes, minutesBetween } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { EmployeeChoice } from "#ui/calendar/booking/employee-choice.tsx";
import { formatDay } from "#ui/calendar/booking/format.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt, wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import { BookingSummary } from "./booking-summary.tsx";
import { BookingTimes } from "./booking-times.tsx";
import { usualEnd } from "./days.ts";
import {
  bodyOf,
  type FormValues,
  rangeOf,
  resolver,
  textedAbout,
  valuesOf,
} from "./form-values.ts";
import { NotifyBox, useNotify } from "./notify-box.tsx";
import type { Changes } from "./use-changes.ts";
import { employeesFor, servicesOf } from "./visit-terms.ts";

interface MoveDialogProps {
  appointment: Appointment;
  employees: readonly Employee[];
  /** Takes effect at once. */
  onMove: Changes["move"];
  /** Back to the visit as it is. */
  onCancel: () => void;
  onClose: () => void;
}

/** Gives a visit another time, with the same employee unless another is chosen. */
export function MoveDialog({ appointment, employees, onMove, onCancel, onClose }: MoveDialogProps) {
  const { now, timeZone } = useBusinessTime();
  const { data: services = [] } = useQuery(servicesQuery(useApi()));
  const visit = wholeOf(appointment);
  const isShared = appointment.parts.length > 0;
  const form = useForm<FormValues>({ resolver, defaultValues: valuesOf(visit) });
  const { watch, setValue } = form;
  /** An employee's id as text; empty for anyone. */
  const [wish, setWish] = useState(String(visit.employeeId));
  const [isTyped, setIsTyped] = useState(false);
  const [conflict, setConflict] = useState<string>();
  const values = watch();
  const about = textedAbout(visit, values);
  const notify = useNotify(about);
  const doubt = isTyped ? conflict : undefined;
  const chosen = servicesOf(services, values.services);
  const choices = employeesFor(employees, chosen, String(visit.employeeId));
  const employee = employees.find(({ id }) => String(id) === values.employeeId);

  function setTime(date: string, startTime: string, employeeId: string) {
    setValue("date", date);
    setValue("startTime", startTime);
    setValue("endTime", usualEnd(date, startTime, visit.durationMinutes));
    setValue("employeeId", employeeId);
  }

  return (
    <FormDialog
      title="Move Appointment"
      description={`${visit.clientName}, ${visit.service}. Now ${formatWallTime(visit.appointmentDate, wallTime(now, timeZone))}.`}
      className="move-dialog"
      action={doubt ? "Move Anyway" : about ? `Move to ${formatClock(values.startTime)}` : "Move"}
      variant={doubt ? "danger" : "primary"}
      isReady={about !== undefined}
      busy={false}
      summary={
        <BookingSummary
          doubt={doubt}
          {...(about
            ? { when: `${formatDay(values.date)}, ${rangeOf(values)}` }
            : { what: "Choose a new time" })}
          who={[!isShared && employee && `With ${firstNameOf(employee.name)}`]}
        />
      }
      onSubmit={form.handleSubmit((moved) => {
        onMove(appointment, changeOf(appointment, visit, moved), {
          notify: notify.isChecked,
          allowOverlap: doubt !== undefined,
        });
        onClose();
      })}
      onClose={onCancel}
    >
      {!isShared && choices.length > 1 && (
        <EmployeeChoice
          employees={choices}
          employeeId={wish === "" ? undefined : Number(wish)}
          onChoose={(id) => {
            setWish(String(id ?? ""));
            if (!isTyped) form.reset();
            else setValue("employeeId", String(id ?? visit.employeeId));
          }}
        />
      )}
      <BookingTimes
        {...{ form, employees, wish, isTyped, onClose }}
        asked={{
          appointmentId: visit.id,
          ...(!isShared && wish !== "" && { employeeId: Number(wish) }),
        }}
        today={dayAt(now, timeZone)}
        firstDay={values.date}
        isTaken={doubt !== undefined}
        onConflict={setConflict}
        onChange={() => {}}
        contactId={undefined}
        onTyped={
          isShared
            ? undefined
            : (typed) => {
                setIsTyped(typed);
                if (!typed) form.reset();
              }
        }
        onTime={setTime}
        lengthFor={() => visit.durationMinutes}
      />
      {about && <NotifyBox notify={notify} label="Text the client the new time" />}
    </FormDialog>
  );
}

/** The visit from the first part that takes place to the end of the last one. */
function wholeOf(appointment: Appointment): Appointment {
  const parts = appointment.parts.filter(({ canceled }) => !canceled);
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return appointment;
  const { appointmentDate } = first;
  const ends = addMinutes(last.appointmentDate, last.durationMinutes);
  return {
    ...appointment,
    appointmentDate,
    durationMinutes: minutesBetween(appointmentDate, ends),
  };
}

/** A part of a visit with several employees moves as far as the visit, and keeps its employee. */
function changeOf(appointment: Appointment, visit: Appointment, values: FormValues) {
  const { employeeId, appointmentDate, durationMinutes } = bodyOf(values);
  const shift = minutesBetween(visit.appointmentDate, appointmentDate);
  return {
    appointmentDate: addMinutes(appointment.appointmentDate, shift),
    ...(appointment.parts.length === 0 && {
      employeeId,
      ...(durationMinutes !== visit.durationMinutes && { durationMinutes }),
    }),
  };
}
