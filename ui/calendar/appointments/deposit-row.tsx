import type { Appointment, Deposit } from "#src/calendar/appointments/contract.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { LookBadge } from "#ui/kit/badge.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, momentAt, type WallTime, wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import { DEPOSIT_LOOKS } from "./deposit-looks.ts";
import { TextDepositLink } from "./text-deposit-link.tsx";

/** The deposit of a visit, what became of it, and what staff can do about it. */
export function DepositRow({ appointment: { id, deposit } }: { appointment: Appointment }) {
  const currency = useCurrency();
  const { now, timeZone } = useBusinessTime();
  if (!deposit) return null;
  const hint = describe(deposit, timeZone, wallTime(now, timeZone));
  return (
    <section aria-label="Deposit" className="flex flex-wrap items-center gap-x-3 gap-y-2 min-w-0">
      <div className="min-w-0 flex-[1_1_200px]">
        <p className="num">{formatAmount(deposit.amount, currency)} deposit</p>
        {hint && <p className="sm dim num">{hint}</p>}
      </div>
      <LookBadge look={DEPOSIT_LOOKS[deposit.state]} />
      {deposit.state === "due" && <TextDepositLink id={id} />}
    </section>
  );
}

function describe(
  { state, paidAt, expiresAt }: Deposit,
  timeZone: string,
  now: WallTime,
): string | undefined {
  if (state === "refund-owed") return "The refund is on its way to the client.";
  if (expiresAt !== null)
    return `We hold the time until ${formatWallTime(momentAt(expiresAt, timeZone), now)}.`;
  return paidAt === null
    ? undefined
    : `Paid on ${formatShortDay(wallTime(paidAt, timeZone), now)}.`;
}
