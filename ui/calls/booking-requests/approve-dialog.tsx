import { useQuery } from "@tanstack/react-query";
import MessageCircle from "lucide-react/icons/message-circle";
import { useState } from "react";
import type { Employee } from "#src/calendar/employees/contract.ts";
import type { Service } from "#src/calendar/services/contract.ts";
import {
  type PotentialAppointment,
  potentialAppointments,
} from "#src/calls/booking-requests/contract.ts";
import { confirmationText } from "#src/shared/confirmation-text.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { joinWords } from "#src/shared/join-words.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { parseSpokenDays, parseSpokenTimes } from "#src/shared/spoken-times.ts";
import { clockOf, dayOf, parseWallTime } from "#src/shared/wall-time.ts";
import { fieldErrorsOf, useApi } from "#ui/api.ts";
import type { Booking } from "#ui/calendar/appointments/booking.ts";
import { BookingDialog } from "#ui/calendar/appointments/booking-dialog.tsx";
import { usualEnd } from "#ui/calendar/appointments/days.ts";
import { bodyOf, type FormValues, type Prefill } from "#ui/calendar/appointments/form-values.ts";
import { servicesOf } from "#ui/calendar/appointments/visit-terms.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt } from "#ui/shell/format/dates.ts";
import { nameOf } from "./names.ts";

interface ApproveDialogProps {
  request: PotentialAppointment;
  onClose: () => void;
}

/** Books what a caller asked for, or only marks the request as approved. */
export function ApproveDialog({ request, onClose }: ApproveDialogProps) {
  const api = useApi();
  const { data: employees } = useQuery(employeesQuery(api));
  const { data: services } = useQuery(servicesQuery(api));
  const { timeZone } = useBusinessTime();
  const { booking, mark } = useApprove(request, onClose);
  if (!employees || !services) return null;
  const asked = [request.preferredDate, request.preferredTime].filter((one) => one !== "");
  return (
    <BookingDialog
      isCaller
      contactId={request.matchedContactId ?? undefined}
      description={`${request.requestedService}. Asked for: ${asked.join(" · ") || "any time"}.`}
      {...(!request.slot && {
        likely: {
          ...parseSpokenDays(request.preferredDate, dayAt(request.createdAt, timeZone)),
          ...parseSpokenTimes(request.preferredTime),
        },
      })}
      prefill={valuesOf(request)}
      employees={employees}
      booking={booking}
      textNote={(values, about) => (
        <div className="grid gap-2">
          <TextPreview {...{ values, services, employees, ...about }} phone={request.callerPhone} />
          <div className="-mx-3">
            <Button variant="quiet" onClick={mark} disabled={booking.isPending}>
              Already booked? Mark as Approved
            </Button>
          </div>
        </div>
      )}
      onClose={onClose}
    />
  );
}

interface TextPreviewProps {
  values: FormValues;
  services: readonly Service[];
  employees: readonly Employee[];
  /** Who performs the visit; 0 while no one was chosen. */
  employeeIds: readonly number[];
  asksDeposit: boolean;
  phone: string | null;
}

/** The exact text that the caller will receive. */
function TextPreview(props: TextPreviewProps) {
  const { values, services, employees, employeeIds, asksDeposit, phone } = props;
  const { data: settings } = useQuery(shellSettingsQuery(useApi()));
  const startsAt = parseWallTime(`${values.date}T${values.startTime}:00`);
  const names = [...new Set(employeeIds)].flatMap((of) =>
    employees.filter(({ id }) => id === of).map(({ name }) => firstNameOf(name)),
  );
  if (phone === null)
    return (
      <Note icon={MessageCircle}>There's no phone number, so we can't text a confirmation.</Note>
    );
  if (asksDeposit)
    return (
      <Note icon={MessageCircle}>We'll text {formatPhone(phone)} the link to pay the deposit.</Note>
    );
  if (!settings || startsAt === undefined || names.length === 0)
    return <Note icon={MessageCircle}>We'll text a confirmation to {formatPhone(phone)}.</Note>;
  return (
    <Note icon={MessageCircle}>
      <span className="dim">We'll text {formatPhone(phone)} unless they've opted out:</span>
      <span className="mt-1 block wrap-anywhere">
        {confirmationText(settings, {
          clientName: values.clientName,
          service: nameOfVisit(values, services),
          employee: joinWords(names),
          startsAt,
        })}
      </span>
    </Note>
  );
}

function nameOfVisit(values: FormValues, services: readonly Service[]): string {
  const names = servicesOf(services, values.services).map(({ name }) => name);
  return names.length > 0 ? joinWords(names) : values.service.trim();
}

/** The caller, and the time that was matched to the request, if any. */
function valuesOf(request: PotentialAppointment): Prefill {
  const { slot, requestedService, services, callerPhone } = request;
  const client = {
    clientName: nameOf(request),
    phoneNumber: formatPhone(callerPhone ?? ""),
    ...(services.length > 0 ? { services } : { service: requestedService }),
  };
  if (!slot) return client;
  const [date, startTime] = [dayOf(slot.appointmentDate), clockOf(slot.appointmentDate)];
  return {
    ...client,
    ...{ date, startTime, endTime: usualEnd(date, startTime, slot.durationMinutes) },
    employeeId: String(slot.employeeId),
  };
}

function useApprove(request: PotentialAppointment, onClose: () => void) {
  const [clash, setClash] = useState<string>();
  const { run, isPending } = useAct(potentialAppointments.approve, {
    done: ({ confirmation }) =>
      confirmation
        ? { title: "Appointment booked", description: confirmation.message }
        : "Request approved",
    onDone: onClose,
    errors(error) {
      const message = fieldErrorsOf(error)["allowOverlap"];
      if (message === undefined) return {};
      setClash(message);
      return "inline";
    },
  });
  const params = { id: request.id };
  const booking: Booking = {
    isPending,
    clash,
    clearClash: () => setClash(undefined),
    book({ values, allowOverlap, askDeposit, performers }) {
      const { phoneNumber, notes: _, ...body } = bodyOf(values);
      run({
        params,
        body: {
          ...{ ...body, allowOverlap },
          ...(askDeposit && { askDeposit }),
          ...(performers && { performers: [...performers] }),
        },
      });
    },
  };
  return { booking, mark: () => run({ params, body: {} }) };
}
