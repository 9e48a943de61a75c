import { type AppointmentSeries, seriesByIds } from "#db/calendar/appointment-series.ts";
import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { busyTimesBetween } from "#db/calendar/appointments-list.ts";
import { type DepositRow, depositsByAppointment } from "#db/calendar/deposits.ts";
import { partsByVisit } from "#db/calendar/visit-parts.ts";
import type { App } from "#src/app.ts";
import { listOwedRefunds, type OwedRefund } from "#src/billing/owed-state.ts";
import { paymentsOfAppointments } from "#src/billing/payments/payments.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { getOpenHours } from "#src/calendar/hours/open-hours.ts";
import { isDoubleBooked } from "#src/calendar/visits.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { addMinutes, dayOf } from "#src/shared/wall-time.ts";
import { isWithin } from "#src/shared/working-hours.ts";
import type { Appointment } from "./contract.ts";
import { type Deposit, MAX_APPOINTMENT_MINUTES } from "./fields-contract.ts";

/** Converts a single row. Queries its overlaps, so lists should use `toAppointments`. */
export function toAppointment(app: App, row: AppointmentRow): Appointment {
  const isClash = row.status !== "canceled" && findOverlapping(app, row).length > 0;
  return toAppointments(app, [row], () => isClash)[0] as Appointment;
}

export function toAppointments<Row extends AppointmentRow>(
  app: App,
  rows: readonly Row[],
  isClash: (row: Row) => boolean,
): Appointment[] {
  const hours = getOpenHours(app);
  const series = seriesByIds(app.db, [...new Set(rows.flatMap(({ seriesId }) => seriesId ?? []))]);
  const firstParts = rows.map(({ id, visitId }) => visitId ?? id);
  const deposits = depositsByAppointment(app.db, firstParts);
  const visits = partsByVisit(
    app.db,
    rows.flatMap(({ visitId }) => visitId ?? []),
  );
  const employees = visits.size === 0 ? undefined : employeesById(app);
  const payments = paymentsOfAppointments(app, firstParts);
  const owed = listOwedRefunds(app);
  return rows.map((row) => {
    const open = hours.intervalsOn(row.employeeId, dayOf(row.startsAt));
    return {
      ...row,
      processing: [...row.processing],
      services: toServices(row),
      phoneNumber: row.phone,
      appointmentDate: row.startsAt,
      price: row.priceCents === null ? null : formatCents(row.priceCents),
      deposit: toDeposit(deposits.get(row.visitId ?? row.id), row.status, owed),
      payment: payments.get(row.visitId ?? row.id) ?? null,
      thankYouSent: row.thankYou === "sent",
      thankYouSentAt: row.thankYou === "sent" ? toIso(row.thankYouAt) : null,
      reminderSent: row.reminder === "sent",
      textDueAt: toIso(row.textDueAt),
      outsideHours: row.status !== "canceled" && !isWithin(open, row.startsAt, row.endsAt),
      parts: (visits.get(row.visitId ?? 0) ?? []).map((part) => ({
        ...{ id: part.id, employeeId: part.employeeId, service: part.service },
        employeeName: firstNameOf(employees?.get(part.employeeId)?.name ?? ""),
        appointmentDate: part.startsAt,
        durationMinutes: part.durationMinutes,
        services: toServices(part),
        canceled: part.status === "canceled",
      })),
      repeat: toRepeats(series.get(row.seriesId ?? 0)),
      createdAt: toIso(row.createdAt),
      clash: isClash(row),
    };
  });
}

function toServices({ services }: AppointmentRow): Appointment["services"] {
  return services.map(({ priceCents, ...one }) => ({ ...one, price: formatCents(priceCents) }));
}

function toRepeats(series: AppointmentSeries | undefined): Appointment["repeat"] {
  if (!series) return null;
  const { id, everyWeeks, lastStart } = series;
  return { seriesId: id, everyWeeks, until: dayOf(lastStart) };
}

/** Returns the employee's other appointments in that time. */
function findOverlapping(app: App, row: AppointmentRow) {
  const { employeeId, startsAt, endsAt } = row;
  return busyTimesBetween(app.db, employeeId, {
    // No appointment that began earlier can last until then.
    earliest: addMinutes(startsAt, -MAX_APPOINTMENT_MINUTES),
    from: startsAt,
    until: endsAt,
  }).filter((other) => other.id !== row.id && isDoubleBooked(row, other));
}

/** What the desk sees of a visit's deposit. Null also where the records contradict each other. */
export function toDeposit(
  row: DepositRow | undefined,
  status: AppointmentRow["status"],
  owed: readonly OwedRefund[],
): Deposit | null {
  // What a bill left of the deposit is a refund of its payment.
  const refused = owed.find(
    ({ paymentIntentId, until = Infinity }) =>
      paymentIntentId === row?.paymentIntentId && until > row.unusedCents,
  );
  const isWhole = refused !== undefined && (refused.until ?? Infinity) >= (row?.depositCents ?? 0);
  const state = row && depositState(row, status, isWhole);
  if (!state) return null;
  const { depositCents, returnedCents, lostCents, heldCents, paidAt, depositDueAt } = row;
  const cents =
    state === "refunded"
      ? depositCents
      : state === "refund-owed"
        ? (refused?.cents ?? depositCents - returnedCents - lostCents)
        : heldCents - (refused?.cents ?? 0);
  return {
    state,
    amount: formatCents(cents),
    paidAt: toIso(paidAt),
    expiresAt: state === "due" ? toIso(depositDueAt) : null,
    owedRefund:
      state === "refund-owed" && refused?.isUnanswered === false ? refused.paymentIntentId : null,
  };
}

function depositState(
  { depositCents, paidAt, depositDueAt, refundDueAt, refundedAt, ...bank }: DepositRow,
  status: AppointmentRow["status"],
  isRefused: boolean,
): Deposit["state"] | undefined {
  if (paidAt === null) {
    const isUnpaid = depositDueAt !== null && refundDueAt === null && refundedAt === null;
    return isUnpaid && (status === "booked" || status === "confirmed") ? "due" : undefined;
  }
  if (refundedAt !== null || bank.returnedCents >= depositCents) return "refunded";
  if (bank.returnedCents + bank.lostCents >= depositCents) return undefined;
  if (isRefused || refundDueAt !== null || bank.heldCents <= 0) return "refund-owed";
  if (bank.disputed) return undefined;
  switch (status) {
    case "requested":
    case "booked":
    case "confirmed":
    case "arrived":
      return "paid";
    case "canceled":
    case "no_show":
      return "kept";
    default:
      return undefined;
  }
}
