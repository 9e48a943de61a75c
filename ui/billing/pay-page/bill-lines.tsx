import type { ReactNode } from "react";
import type { Paying } from "#src/billing/pay-page/contract.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { MONTHS } from "#src/shared/months.ts";
import { discountLabel } from "#ui/billing/parts/payment-labels.ts";
import { classes } from "#ui/kit/classes.ts";

interface BillLinesProps {
  payment: Paying;
  /** Cents that the client is about to add, in place of the paid tip. */
  tip?: number;
  /** In place of "Due". */
  total?: ReactNode;
}

export function BillLines({ payment, tip = centsOf(payment.tip), total = "Due" }: BillLinesProps) {
  const { lines, currency, discountPercent, depositPaidAt } = payment;
  const money = (cents: number) => formatMoney(cents, currency);
  const discount = centsOf(payment.discount);
  const deposit = centsOf(payment.deposit);
  const depositRefund = centsOf(payment.depositRefund);
  return (
    <dl className="book-panel pay-bill num px-4 py-3">
      {lines.map(({ name, price }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change
        <div key={at}>
          <dt className="wrap-anywhere">{name}</dt>
          <dd>{money(centsOf(price))}</dd>
        </div>
      ))}
      {discount > 0 && (
        <div className="dim rule">
          <dt>{discountLabel(discountPercent, hasServices(payment))}</dt>
          <dd>−{money(discount)}</dd>
        </div>
      )}
      {deposit > 0 && (
        <div className={classes("dim", discount === 0 && "rule")}>
          <dt>Deposit{depositPaidAt !== null && `, paid ${shortDay(depositPaidAt)}`}</dt>
          <dd>−{money(deposit)}</dd>
        </div>
      )}
      {depositRefund > 0 && (
        <div className="dim">
          <dt>Deposit refund</dt>
          <dd>{money(depositRefund)}</dd>
        </div>
      )}
      {tip > 0 && (
        <div className="dim">
          <dt>Tip</dt>
          <dd>{money(tip)}</dd>
        </div>
      )}
      <div className="total">
        <dt>{total}</dt>
        <dd>{money(centsOf(payment.due) + tip)}</dd>
      </div>
    </dl>
  );
}

export function hasServices({ lines }: Paying): boolean {
  return lines.some(({ isService }) => isService);
}

export function centsOf(amount: string): number {
  return parseCents(amount) ?? 0;
}

/** "Nov 14" */
function shortDay(wall: string): string {
  return `${MONTHS[Number(wall.slice(5, 7)) - 1]?.slice(0, 3)} ${Number(wall.slice(8, 10))}`;
}
