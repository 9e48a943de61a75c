import { useQuery } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { ReversalBadges } from "#ui/billing/parts/reversal-badges.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { paymentsQuery } from "./queries.ts";

/** Payments and refunds. */
export function PaymentsPart({ id, currency }: { id: number; currency: string }) {
  const query = useQuery(paymentsQuery(useApi(), id));
  const { data: payments, error } = query;
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  return (
    <section className="grid gap-3" aria-label="Payments">
      <h3 className="h2">Payments</h3>
      {error && !payments && <LoadFailed query={query} />}
      {!payments && !error && <Skeleton width="60%" />}
      {payments?.length === 0 && <p className="dim sm">No payments yet</p>}
      {payments && payments.length > 0 && (
        <ul className="card">
          {payments.map((one) => (
            <li key={one.id} className="line-row num flex-wrap gap-y-1">
              <b className="w-24 flex-none font-label">
                {formatShortDay(wallTime(one.paidAt, timeZone), today)}
              </b>
              <span className="flex-1 min-w-0">{formatAmount(one.amount, currency)}</span>
              <ReversalBadges of={one} currency={currency} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
