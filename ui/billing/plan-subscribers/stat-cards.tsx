import BadgeDollarSign from "lucide-react/icons/badge-dollar-sign";
import CheckCheck from "lucide-react/icons/check-check";
import HandCoins from "lucide-react/icons/hand-coins";
import UsersRound from "lucide-react/icons/users-round";
import type { Installment, PlanSubscriber } from "#src/billing/plan-subscribers/contract.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Stat } from "#ui/kit/stat.tsx";
import { StatStrip } from "#ui/kit/stat-strip.tsx";

export function StatCards({ subscribers }: { subscribers: readonly PlanSubscriber[] | undefined }) {
  const { user } = useCurrentUser();
  const currency = useCurrency();
  const count = (...statuses: PlanSubscriber["status"][]) =>
    subscribers?.filter(({ status }) => statuses.includes(status)).length;
  const cents = subscribers
    ?.flatMap(({ installments }) => installments)
    .reduce((sum, installment) => sum + receivedCents(installment), 0);

  return (
    <StatStrip>
      <Stat icon={UsersRound} label="Total Subscribers" figure={subscribers?.length} />
      <Stat icon={HandCoins} label="Active Plans" figure={count("active", "past_due")} />
      <Stat icon={CheckCheck} label="Completed" figure={count("completed")} />
      {user?.role === "admin" && (
        <Stat
          icon={BadgeDollarSign}
          label="Total Revenue"
          figure={cents}
          format={(sum) => formatMoney(sum, currency)}
        />
      )}
    </StatStrip>
  );
}

/** What was paid and neither refunded nor lost in a dispute. */
function receivedCents({ status, amount, refundedAmount, dispute }: Installment): number {
  if (status !== "paid" || dispute === "lost") return 0;
  return (parseCents(amount) ?? 0) - (parseCents(refundedAmount ?? "0") ?? 0);
}
