import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { addMinutes, minutesBetween } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { EmployeeChoice } from "#ui/calendar/booking/employee-choice.tsx";
import { formatDay } from "#ui/calendar/booking/format.ts";
import { endOf } from "#ui/calendar/parts/visit-times.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { WaitlistHint } from "#ui/calendar/waitlist/fitting-clients.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt, momentAt, wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import { BookingSummary } from "./booking-summary.tsx";
import { BookingTimes } from "./booking-times.tsx";
import { usualEnd } from "./days.ts";
import { employeeFace } from "./employee-face.tsx";
import { keptParts } from "./event-marks.ts";
import {
  bodyOf,
  endAt,
  type FormValues,
  rangeOf,
  resolver,
  textedAbout,
  valuesOf,
} from "./form-values.ts";
import { aboutAppointment, NotifyBox, useNotify } from "./notify-box.tsx";
import type { Changes } from "./use-changes.ts";
import { servicesOf } from "./visit-terms.ts";

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
  const own = String(visit.employeeId);
  const isShared = keptParts(appointment).length > 1;
  const form = useForm<FormValues>({ resolver, defaultValues: valuesOf(visit) });
  const { watch, setValue } = form;
  /** An employee's id as text; empty for anyone. */
  const [wish, setWish] = useState(own);
  const [isTyped, setIsTyped] = useState(false);
  const [conflict, setConflict] = useState<string>();
  const values = watch();
  const start = `${values.date}T${values.startTime}:00`;
  const hasNewTime = start !== visit.appointmentDate;
  const isMoved = hasTime(values) && (hasNewTime || values.employeeId !== own);
  const isTexted = visit.status !== "canceled" && visit.status !== "requested";
  const hasBegun = visit.appointmentDate <= momentAt(now, timeZone);
  // Asked before a time is chosen, so that the box is there from the start. A visit that has begun can still get a
  // time at which its client is texted.
  const about =
    (isMoved && textedAbout(visit, values)) ||
    (isMoved || !hasBegun ? aboutAppointment(visit) : undefined);
  const notify = useNotify(isTexted ? about : undefined);
  const doubt = isMoved && isTyped ? conflict : undefined;
  const chosen = servicesOf(services, values.services);
  const choices = employees.filter(
    ({ id }) =>
      String(id) === own || chosen.every(({ employeeIds }) => employeeIds?.includes(id) ?? true),
  );
  const employee = employees.find(({ id }) => String(id) === values.employeeId);

  function setTime(date: string, startTime: string, employeeId: string) {
    setValue("date", date);
    setValue("startTime", startTime);
    setValue("endTime", startTime === "" ? "" : usualEnd(date, startTime, visit.durationMinutes));
    if (!isShared) setValue("employeeId", employeeId);
  }

  function chooseEmployee(chosenId: string) {
    setWish(chosenId);
    if (isTyped) setValue("employeeId", chosenId || own);
    else if (chosenId === own) form.reset();
    // The current time may not be free with someone else.
    else setTime(values.date, "", chosenId || own);
  }

  return (
    <FormDialog
      title="Move Appointment"
      description={`${formatPhone(visit.clientName)}, ${visit.service}. Booked for ${formatWallTime(visit.appointmentDate, wallTime(now, timeZone))}.`}
      className="move-dialog"
      action={doubt ? "Move Anyway" : isMoved ? `Move to ${formatClock(values.startTime)}` : "Move"}
      isReady={isMoved}
      busy={false}
      summary={
        <BookingSummary
          {...(isMoved
            ? { when: `${formatDay(values.date)}, ${rangeOf(values)}` }
            : { what: "Choose a new time" })}
          facts={[!isShared && employee && `With ${firstNameOf(employee.name)}`]}
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
      {!isShared && (
        <EmployeeChoice
          faceOf={employeeFace}
          employees={choices}
          employeeId={wish === "" ? undefined : Number(wish)}
          onChoose={(id) => chooseEmployee(String(id ?? ""))}
        />
      )}
      <BookingTimes
        {...{ form, employees, wish, isTyped, doubt }}
        asked={{
          appointmentId: visit.id,
          ...(!isShared && wish !== "" && { employeeId: Number(wish) }),
        }}
        today={dayAt(now, timeZone)}
        firstDay={values.date}
        current={wish === own || wish === "" ? visit.appointmentDate : undefined}
        onConflict={setConflict}
        onChange={() => {}}
        onEmployee={isShared ? undefined : (id) => chooseEmployee(String(id))}
        onTyped={
          isShared
            ? undefined
            : (typed, day) => {
                const isPicked = isMoved && values.startTime !== "";
                setIsTyped(typed);
                setConflict(undefined);
                if (!typed) setTime(values.date, "", wish || own);
                else if (values.startTime === "") form.reset();
                if (typed) setValue("employeeId", wish || values.employeeId);
                if (typed && !isPicked) setValue("date", day);
              }
        }
        onTime={(date, startTime, employeeId) => {
          if (isTyped) setWish(employeeId);
          setTime(date, startTime, employeeId);
        }}
        lengthFor={() => visit.durationMinutes}
      />
      {isTexted && (
        <NotifyBox
          notify={notify}
          label={isMoved && !hasNewTime ? "Text the client" : "Text the client the new time"}
        />
      )}
      {isMoved && leavesItsTime(visit, values) && (
        <WaitlistHint appointment={appointment} time="the old time" />
      )}
    </FormDialog>
  );
}

/** Whether all of the visit's time becomes free. */
function leavesItsTime(visit: Appointment, values: FormValues) {
  return (
    values.employeeId !== String(visit.employeeId) ||
    `${values.date}T${values.startTime}:00` >= endOf(visit) ||
    endAt(values) <= visit.appointmentDate
  );
}

function hasTime({ date, startTime }: FormValues): boolean {
  return date !== "" && startTime !== "";
}

/** The visit from the first part that takes place to the end of the last one. */
function wholeOf(appointment: Appointment): Appointment {
  const parts = keptParts(appointment);
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return appointment;
  const { appointmentDate } = first;
  const ends = addMinutes(last.appointmentDate, last.durationMinutes);
  return {
    ...appointment,
    appointmentDate,
    durationMinutes: minutesBetween(appointmentDate, ends),
    service: parts.map(({ service }) => service).join(", "),
  };
}

/** A part of a visit with several employees moves as far as the visit, and keeps its employee. */
function changeOf(appointment: Appointment, visit: Appointment, values: FormValues) {
  const { employeeId, appointmentDate, durationMinutes } = bodyOf(values);
  const shift = minutesBetween(visit.appointmentDate, appointmentDate);
  return {
    appointmentDate: addMinutes(appointment.appointmentDate, shift),
    ...(keptParts(appointment).length <= 1 && {
      employeeId,
      ...(durationMinutes !== visit.durationMinutes && { durationMinutes }),
    }),
  };
}
