import CreditCard from "lucide-react/icons/credit-card";
import { useState } from "react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { Deposit } from "#src/calendar/appointments/fields-contract.ts";
import { booking } from "#src/calendar/online-booking/contract.ts";
import { PaidBackButton } from "#ui/billing/parts/paid-back.tsx";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { LookBadge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, momentAt, type WallTime, wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import { DEPOSIT_LOOKS } from "./money-looks.ts";
import { TextDepositLink } from "./text-deposit-link.tsx";

/** The deposit of a visit, what became of it, and what staff can do about it. */
export function DepositRow({
  appointment: { id, status, deposit },
  barrier,
  onRefunded,
}: {
  appointment: Appointment;
  /** Why the client can't be texted. */
  barrier: string | null | undefined;
  onRefunded: () => void;
}) {
  const currency = useCurrency();
  const { now, timeZone } = useBusinessTime();
  const { user } = useCurrentUser();
  const [asksRefund, setAsksRefund] = useState(false);
  if (!deposit) return null;
  const money = formatAmount(deposit.amount, currency);
  const hint = describe(deposit, timeZone, wallTime(now, timeZone));
  const [tone, icon, label] = DEPOSIT_LOOKS[deposit.state];
  const mayRefund = deposit.state === "kept" || (deposit.state === "paid" && status === "arrived");
  return (
    <section aria-label="Deposit" className="flex flex-wrap items-center gap-x-3 gap-y-2 min-w-0">
      <div className="flex min-w-0 flex-[1_1_200px] items-center gap-3">
        <Glyph icon={CreditCard} tone={tone} />
        <div className="min-w-0">
          <p className="num font-label">Deposit {money}</p>
          {hint && <p className="sm dim num">{hint}</p>}
        </div>
      </div>
      <LookBadge look={[tone, icon, shortLabel(label)]} />
      {deposit.state === "due" && !barrier && <TextDepositLink id={id} />}
      {mayRefund && user?.role === "admin" && (
        <Button onClick={() => setAsksRefund(true)}>Refund</Button>
      )}
      {deposit.owedRefund !== null && user?.role === "admin" && (
        <PaidBackButton id={deposit.owedRefund} amount={deposit.amount} currency={currency} />
      )}
      {asksRefund && (
        <ActDialog
          act={booking.refundDeposit}
          input={{ params: { id } }}
          done="Refund on its way"
          busy="Refunding..."
          onClose={() => setAsksRefund(false)}
          onDone={onRefunded}
          title={`Refund the ${money} Deposit?`}
          description="It's back on the client's card in 5 to 10 days. You can't undo this."
          action={`Refund ${money}`}
        />
      )}
    </section>
  );
}

/** "Paid": the row names the deposit. */
function shortLabel(label: string): string {
  return label.replace(/^Deposit (.)/, (_, first: string) => first.toUpperCase());
}

function describe(
  { state, paidAt, expiresAt, owedRefund }: Deposit,
  timeZone: string,
  now: WallTime,
): string | undefined {
  if (owedRefund !== null) return "Stripe refused the refund. We try again every day.";
  if (state === "refund-owed") return "The refund is on its way to the client.";
  if (expiresAt !== null)
    return `We hold the time until ${formatWallTime(momentAt(expiresAt, timeZone), now)}.`;
  return paidAt === null
    ? undefined
    : `Paid on ${formatShortDay(wallTime(paidAt, timeZone), now)}.`;
}
