import type { Appointment, AppointmentChange } from "#src/calendar/appointments/contract.ts";
import type { DepositChoice } from "#src/calendar/appointments/fields-contract.ts";
import type { Scope } from "#src/calendar/appointments/repeat-contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { UNDO_MS } from "#src/shared/constants.ts";
import { firstNameOf } from "#src/shared/names.ts";
import type { ToastMessage } from "#ui/kit/toasts.tsx";
import { formatVisitStart } from "./days.ts";
import { describeText } from "./describe-text.ts";
import { keptParts } from "./event-marks.ts";

export type Fields = Partial<
  Omit<AppointmentChange, "allowOverlap" | "scope" | "repeat" | "notify" | "deposit">
>;

export interface Change {
  readonly appointment: Appointment;
  readonly to: Fields;
  readonly allowOverlap?: boolean;
  readonly scope?: Scope | undefined;
  /** Whether the client is texted. A text that is planned already stays if this is omitted. */
  readonly notify?: boolean | undefined;
  /** What becomes of the paid deposit of a visit that doesn't take place. */
  readonly deposit?: DepositChoice | undefined;
  /** Only this part of a visit with several employees. */
  readonly onlyPart?: boolean | undefined;
  /** Charges this amount to the client's card for a visit that doesn't take place. */
  readonly chargesFee?: string | undefined;
  /** The toast's title, with an undo button; omitted when the change is itself an undo. */
  readonly done?: string;
}

interface Reactions {
  readonly mutate: (change: Change) => void;
  readonly withdrawText: (appointment: Appointment, scope?: Scope) => void;
}

/** The toast about a change that was made; undefined after an undo, which the screen shows anyway. */
export function describeDone(
  { appointment, to, done, scope, deposit, chargesFee }: Change,
  changed: Appointment,
  employees: readonly Employee[] | undefined,
  { mutate, withdrawText }: Reactions,
): ToastMessage | undefined {
  const lost = describeLostDeposit(changed, to.status);
  if (!done) return lost ? { title: "Appointment put back", description: lost } : undefined;
  if (changed.status === "canceled" && to.status === undefined)
    return {
      title: "Already canceled",
      description: "Someone else canceled it.",
    };
  const refund = deposit === "refund" && appointment.deposit && "The deposit will be refunded.";
  const news = describeChange(appointment, changed, employees);
  return {
    title: done,
    description: [lost, refund, news].filter(Boolean).join(" ") || undefined,
    ...(deposit === "refund" && { atLeastMs: UNDO_MS }),
    ...(changed.textDueAt && {
      action: { label: "Don't Text", run: () => withdrawText(appointment, scope) },
    }),
    // The changes of the later visits are not known here, so no Undo is offered.
    // The fee has its own. A shorter visit has lost its processing time.
    ...(scope !== "following" &&
      to.durationMinutes === undefined &&
      !chargesFee && { undo: () => mutate(reverseOf(appointment, to)) }),
  };
}

/** Says where a visit went, which the page may not show, and when its client is texted. */
export function describeChange(
  before: Appointment,
  changed: Appointment,
  employees: readonly Employee[] = [],
): string {
  const start = keptParts(changed)[0]?.appointmentDate ?? changed.appointmentDate;
  const isOther = changed.employeeId !== before.employeeId;
  const employee = isOther && employees.find(({ id }) => id === changed.employeeId);
  const where = [
    changed.appointmentDate !== before.appointmentDate && formatVisitStart(start),
    employee && `with ${firstNameOf(employee.name)}`,
  ].filter(Boolean);
  return [where.length > 0 && `Now ${where.join(" ")}.`, describeText(changed)]
    .filter(Boolean)
    .join(" ");
}

/** Says that a visit was put back too late for its deposit. */
function describeLostDeposit(
  { deposit }: Pick<Appointment, "deposit">,
  status: string | undefined,
): string | undefined {
  const isBack = status === "booked" || status === "confirmed";
  const isRefunded = deposit?.state === "refunded" || deposit?.state === "refund-owed";
  return isBack && isRefunded
    ? "The deposit was already refunded, so this visit has no deposit now."
    : undefined;
}

/** The previous values. Overlaps are allowed, because the appointment was there before. */
function reverseOf(appointment: Appointment, to: Fields): Change {
  // A booking request that was answered can't be opened again.
  const status = appointment.status === "requested" ? {} : { status: true };
  const former = Object.keys({ ...to, ...status }).map((field) => [
    field,
    appointment[field as keyof Appointment],
  ]);
  return { appointment, to: Object.fromEntries(former) as Fields, allowOverlap: true };
}
