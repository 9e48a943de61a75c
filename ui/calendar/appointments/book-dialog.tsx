import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "wouter";
import { appointments, type CreatedAppointment } from "#src/calendar/appointments/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { fieldErrorsOf, useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { type ToastMessage, useToasts } from "#ui/kit/toasts.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { showError } from "#ui/shell/data/error-toast.ts";
import type { BookedClient } from "#ui/ui-state.ts";
import type { Booking } from "./booking.ts";
import { WALK_IN } from "./booking-client.tsx";
import { BookingDialog } from "./booking-dialog.tsx";
import { formatVisitStart } from "./days.ts";
import { describeText } from "./describe-text.ts";
import { bodyOf, type FormValues, type Prefill } from "./form-values.ts";
import { seriesOf } from "./use-repeat-preview.ts";

interface BookDialogProps {
  /** Who is booked, when it opens over another screen. */
  client?: BookedClient | undefined;
  prefill?: Prefill | undefined;
  /** Books someone at the desk, for now. */
  isWalkIn?: boolean;
  /** The day on the calendar. */
  date?: string | undefined;
  onBlockTime?: ((values: FormValues) => void) | undefined;
  /** On the calendar, which then shows the visit. */
  onBooked?: ((visit: CreatedAppointment) => void) | undefined;
  onClose: () => void;
}

/** Books an appointment or a series, from the calendar or over any other screen. */
export function BookDialog({ client, prefill, isWalkIn, date, ...on }: BookDialogProps) {
  const { onBlockTime, onBooked, onClose } = on;
  const api = useApi();
  const { data: employees, error } = useQuery(employeesQuery(api));
  // The first field may be the one for services, which are typed where there is no list.
  const { isPending, failureCount } = useQuery(servicesQuery(api));
  const booking = useBooking({ onBooked, onClose });
  const toasts = useToasts();
  const fail = useEffectEvent((failure: Error) => {
    showError(toasts, failure);
    onClose();
  });
  useEffect(() => {
    if (error) fail(error);
  }, [error]);
  if (!employees || (isPending && failureCount === 0)) return null;
  return (
    <BookingDialog
      contactId={client?.id}
      wanted={client?.wish?.times}
      takes={client?.wish?.free?.start}
      isInConversation={client?.isInConversation}
      prefill={{
        ...(isWalkIn ? { clientName: WALK_IN } : date !== undefined && { date }),
        ...prefill,
        ...(client && valuesFor(client)),
      }}
      employees={employees}
      booking={booking}
      onBlockTime={onBlockTime}
      onClose={onClose}
    />
  );
}

function valuesFor({ name, phoneNumber, wish }: BookedClient): Prefill {
  return {
    ...(wish?.times && { date: wish.times.from }),
    ...(wish && {
      services: [...wish.services],
      employeeId: String(wish.free?.employeeId ?? wish.employeeId ?? ""),
    }),
    ...(wish?.free && { date: dayOf(wish.free.start) }),
    clientName: name === phoneNumber ? "" : name,
    phoneNumber: formatPhone(phoneNumber),
  };
}

function useBooking({ onBooked, onClose }: Pick<BookDialogProps, "onBooked" | "onClose">): Booking {
  const [, navigate] = useLocation();
  const [clash, setClash] = useState<string>();
  const create = useAct(appointments.create, {
    onDone: onBooked ?? onClose,
    errors(error) {
      const message = fieldErrorsOf(error)["allowOverlap"];
      if (message === undefined) return "Failed to create appointment";
      setClash(message);
      return "inline";
    },
    done: (created) => createdMessage(created, onBooked ? undefined : navigate),
  });
  return {
    isPending: create.isPending,
    clash,
    clearClash: () => setClash(undefined),
    book({ values, preview, allowOverlap, notify, askDeposit, isHere, performers }) {
      const { notes, ...body } = bodyOf(values);
      const repeat = seriesOf(values, preview);
      create.run({
        body: {
          ...body,
          ...(repeat && { repeat }),
          ...(performers && { performers: [...performers] }),
          ...(notes && { notes }),
          ...(isHere && { isHere }),
          ...(askDeposit ? { askDeposit } : notify && { notify }),
          allowOverlap: allowOverlap || (repeat !== undefined && preview.choice === "anyway"),
        },
      });
    },
  };
}

/** An appointment is one press away, unless it is shown at once. */
function createdMessage(
  created: CreatedAppointment,
  navigate: ((to: string) => void) | undefined,
): ToastMessage {
  const { appointmentDate, clientName } = created;
  const day = dayOf(appointmentDate);
  const title = created.repeat ? "Appointments created" : "Appointment created";
  const text =
    created.deposit?.state === "due"
      ? "We texted the client the link to pay the deposit."
      : describeText(created);
  const when = `${formatPhone(clientName)}, ${formatVisitStart(appointmentDate)}`;
  return {
    title,
    description: text ? `${when}. ${text}` : when,
    ...(navigate && {
      action: { label: "View", run: () => navigate(`/appointments?date=${day}`) },
    }),
  };
}
