import type { Bill } from "#src/billing/payments/contract.ts";
import { formatMoney } from "#src/shared/money.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { MoneyInput } from "#ui/billing/parts/money-input.tsx";
import { discountLabel } from "#ui/billing/parts/payment-labels.ts";
import { Segmented } from "#ui/kit/segmented.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { type Draft, type DraftSums, TIP_CHOICES } from "./payment-draft.ts";

interface PaymentTotalsProps {
  bill: Bill;
  draft: Draft;
  sums: DraftSums;
  onChange: (part: Partial<Draft>) => void;
}

/** Discount, deposit, tip and what is due, in one column of figures. */
export function PaymentTotals({ bill, draft, sums, onChange }: PaymentTotalsProps) {
  const { now, timeZone } = useBusinessTime();
  const { currency, clientName, depositPaidAt } = bill;
  const money = (cents: number) => formatMoney(cents, currency);
  const isLink = draft.way === "link";
  const paidOn =
    depositPaidAt === null
      ? ""
      : `, paid ${formatShortDay(wallTime(depositPaidAt, timeZone), wallTime(now, timeZone))}`;
  return (
    <div className="pay-totals num">
      {draft.discount && (
        <div>
          <span className="dim">
            {discountLabel(
              "percent" in draft.discount ? draft.discount.percent : null,
              draft.lines.some(({ line }) => line.employeeId !== null),
            )}
          </span>
          <span>−{money(sums.discount)}</span>
        </div>
      )}
      {sums.deposit > 0 && (
        <div>
          <span className="dim">Deposit{paidOn}</span>
          <span>−{money(sums.deposit)}</span>
        </div>
      )}
      {sums.unused > 0 && (
        <div>
          <span className="dim">Deposit refund, in 5 to 10 days</span>
          <span>{money(sums.unused)}</span>
        </div>
      )}
      <div className="pay-tip">
        <span className="dim">Tip</span>
        {isLink ? (
          <span className="faint">
            {firstNameOf(clientName) || "The client"} picks it on the page
          </span>
        ) : (
          <>
            <Segmented
              label="Tip"
              value={draft.tip}
              onValueChange={(tip) => onChange({ tip })}
              options={TIP_CHOICES}
            />
            {draft.tip === "own" ? (
              <span className="w-24">
                <MoneyInput
                  aria-label="Tip amount"
                  placeholder="5.00"
                  value={draft.ownTip}
                  currency={currency}
                  onValueChange={(ownTip) => onChange({ ownTip })}
                />
              </span>
            ) : (
              <span>{money(sums.tip)}</span>
            )}
          </>
        )}
      </div>
      <div className="mt-2 pt-3 border-t text-[17px]/6 font-label">
        <span>{isLink ? "Due before tip" : "Due"}</span>
        <span>{money(sums.total)}</span>
      </div>
    </div>
  );
}
