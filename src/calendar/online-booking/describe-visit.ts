import { type AppointmentRow, findAppointment } from "#db/calendar/appointments.ts";
import { findHoldEnd, type OnlineBookingRow } from "#db/calendar/online-bookings.ts";
import type { VisitService } from "#db/calendar/services.ts";
import type { App } from "#src/app.ts";
import { partsOf, toWhole } from "#src/calendar/appointments/whole-visit.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { joinServices } from "#src/calendar/visits.ts";
import { toInstant } from "#src/platform/time.ts";
import { joinWords } from "#src/shared/join-words.ts";
import { formatCents } from "#src/shared/money.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { addMinutes } from "#src/shared/wall-time.ts";
import type { Booked, Managed } from "./contract.ts";
import { awaitsDeposit } from "./deposit-requests.ts";
import { partsOfBooking } from "./place-booking.ts";

/** Returns a booking as its client sees it: by its appointments, once there are any. */
export function describeVisit(app: App, booking: OnlineBookingRow): Booked["appointment"] {
  const { appointmentId, employeeId } = booking;
  const row = appointmentId === null ? null : findAppointment(app.db, appointmentId);
  const whole = row && toWhole(app, row);
  const held = employeeId === null ? [] : partsOfBooking(app, { ...booking, employeeId });
  const parts = row
    ? partsOf(app, row)
    : held.map(({ terms, ...part }) => ({
        ...{ ...part, ...terms, service: joinServices(terms.services) },
        durationMinutes: terms.minutes,
      }));
  const employees = employeesById(app);
  const nameOf = (id: number) => firstNameOf(employees.get(id)?.name ?? "");
  return {
    start: whole?.startsAt ?? booking.startsAt,
    durationMinutes: whole?.durationMinutes ?? booking.durationMinutes,
    employeeName: joinWords([...new Set(parts.map((part) => nameOf(part.employeeId)))]),
    serviceName: whole?.service ?? joinServices(booking.services),
    services:
      parts.length > 1
        ? parts.flatMap((part) => {
            const services = servicesOf(part);
            return services.map((service, at) => ({
              ...toPriced(service),
              start: services
                .slice(0, at)
                .reduce((end, before) => addMinutes(end, before.durationMinutes), part.startsAt),
              employeeName: nameOf(part.employeeId),
            }));
          })
        : (whole ? servicesOf(whole) : booking.services).map(toPriced),
    ...(parts.length > 1 && {
      parts: parts.map((part) => ({
        start: part.startsAt,
        serviceName: part.service,
        employeeName: nameOf(part.employeeId),
      })),
    }),
  };
}

type Described = Pick<AppointmentRow, "services" | "service" | "priceCents" | "durationMinutes">;

/** Those that were chosen, or the one that staff typed. */
function servicesOf({ services, service, priceCents, durationMinutes }: Described) {
  if (services.length > 0 || service === "") return services;
  return [{ name: service, priceCents: priceCents ?? 0, durationMinutes }];
}

function toPriced({ name, priceCents }: Pick<VisitService, "name" | "priceCents">) {
  return { name, price: formatCents(priceCents) };
}

const CANCELED = { declined: "declined", unpaid: "released", other: "canceled" } as const;

/** `status` is the visit's, undefined without one. */
export function statusOf(
  app: App,
  booking: OnlineBookingRow,
  status: string | undefined,
  startsAt: string,
): Managed["status"] {
  if (status === "canceled") return CANCELED[booking.cancelReason ?? "other"];
  if (status === undefined) {
    if (booking.canceledAt !== null) return "canceled";
    const holdEnd = findHoldEnd(app.db, booking.holdId) ?? 0;
    return holdEnd > app.now() ? "held" : "released";
  }
  if (toInstant(app, startsAt) <= app.now())
    // No one decided, and the server is about to decline it.
    return status === "requested" ? "declined" : status === "no_show" ? "missed" : "past";
  if (status === "requested") return "requested";
  return awaitsDeposit(app, booking) ? "held" : "booked";
}
