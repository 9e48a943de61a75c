import type { AppointmentRow } from "#db/calendar/appointments.ts";
import type { DepositRow } from "#db/calendar/deposits.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";
import type { Deposit } from "./fields-contract.ts";

/** What the desk sees of a visit's deposit. Null also where the records contradict each other. */
export function toDeposit(
  row: DepositRow | undefined,
  status: AppointmentRow["status"],
): Deposit | null {
  const state = row && depositState(row, status);
  if (!state) return null;
  const { depositCents, paidAt, depositDueAt } = row;
  return {
    state,
    amount: formatCents(depositCents),
    paidAt: toIso(paidAt),
    expiresAt: state === "due" ? toIso(depositDueAt) : null,
  };
}

function depositState(
  { depositCents, paidAt, depositDueAt, refundDueAt, refundedAt, ...bank }: DepositRow,
  status: AppointmentRow["status"],
): Deposit["state"] | undefined {
  if (paidAt === null) {
    const isUnpaid = depositDueAt !== null && refundDueAt === null && refundedAt === null;
    return isUnpaid && (status === "booked" || status === "confirmed") ? "due" : undefined;
  }
  if (refundedAt !== null || bank.returnedCents >= depositCents) return "refunded";
  if (refundDueAt !== null) return "refund-owed";
  if (bank.returnedCents > 0 || bank.disputed) return undefined;
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
