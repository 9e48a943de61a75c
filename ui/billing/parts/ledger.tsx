import type { ReactNode } from "react";
import type { Installment } from "#src/billing/plan-subscribers/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { formatAmount, formatDueDay } from "./plan-format.ts";
import { InstallmentBadge } from "./plan-status.tsx";
import { ReversalBadges } from "./reversal-badges.tsx";

/** What clients see of an installment too. */
type Entry = Omit<Installment, "owedAmount" | "needsDecision">;

interface LedgerProps<One extends Entry> {
  installments: readonly One[];
  currency: string;
  now: number;
  timeZone: string;
  /** Whether payments continue. */
  isLive: boolean;
  /** What staff can do about a payment. */
  actions?: (one: One) => ReactNode;
}

/** Lists what was paid, has failed or is due, by installment. */
export function Ledger<One extends Entry>(props: LedgerProps<One>) {
  const { installments, currency, now, timeZone, isLive, actions } = props;
  const today = wallTime(now, timeZone);
  const day = (moment: string) => formatShortDay(wallTime(moment, timeZone), today);
  const term = (one: One) => {
    if (one.status === "paid") return one.paidAt === null ? "Paid" : `Paid ${day(one.paidAt)}`;
    if (one.status === "failed") return one.failureReason ?? "The payment failed";
    return isLive ? `Due ${formatDueDay(one.dueDate, today)}` : "Not charged";
  };
  return (
    <ol className="num rounded-lg border border-line">
      {installments.map((one) => (
        <li key={one.id} className="line-row flex-wrap gap-y-1">
          <span className="dim w-6 flex-none text-base">{one.sequenceNumber}</span>
          <span className="font-label">{formatAmount(one.amount, currency)}</span>
          <InstallmentBadge status={one.status} />
          <ReversalBadges of={one} currency={currency} />
          <span className="ml-auto text-right text-base">
            <span className="dim">{term(one)}</span>
            {one.attemptCount > 0 && (
              <span className="xs faint block">
                {formatCount(one.attemptCount, "failed attempt")}
              </span>
            )}
          </span>
          {actions?.(one)}
        </li>
      ))}
    </ol>
  );
}
