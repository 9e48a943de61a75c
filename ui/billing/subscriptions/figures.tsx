import Ban from "lucide-react/icons/ban";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import Gem from "lucide-react/icons/gem";
import type { Subscription } from "#src/billing/subscriptions/contract.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Stat } from "#ui/kit/stat.tsx";
import { StatStrip } from "#ui/kit/stat-strip.tsx";

export function Figures({ all }: { all: readonly Subscription[] | undefined }) {
  const isAdmin = useCurrentUser().user?.role === "admin";
  const count = (status: Subscription["status"]) =>
    all?.filter((one) => one.status === status).length;

  return (
    <StatStrip>
      <Stat icon={Gem} label="Total" figure={all?.length} />
      <Stat icon={CircleCheck} label="Active" figure={count("active")} />
      <Stat icon={CircleAlert} label="Past Due" figure={count("past_due")} />
      <Stat icon={Ban} label="Canceled" figure={count("canceled")} />
      {isAdmin && <Revenue all={all} />}
    </StatStrip>
  );
}

const MONTHS = { week: 52 / 12, month: 1, year: 1 / 12 } as const;

/** Monthly revenue of the active subscriptions; a weekly one counts 52 times a year. */
function Revenue({ all }: { all: readonly Subscription[] | undefined }) {
  const cents = all
    ?.filter(({ status }) => status === "active")
    .reduce(
      (sum, one) =>
        sum + (parseCents(one.membershipPrice) ?? 0) * MONTHS[one.membershipBillingFrequency],
      0,
    );
  return (
    <Stat
      icon={CircleDollarSign}
      label="Monthly Revenue"
      figure={cents}
      format={(sum) => formatMoney(Math.round(sum), all?.[0]?.currency ?? "USD")}
    />
  );
}
