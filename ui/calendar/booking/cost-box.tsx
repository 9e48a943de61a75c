import { addMinutes } from "#src/shared/wall-time.ts";
import type { ChosenVisit } from "./chosen-visit.ts";
import { formatHours, formatPrice, formatStart } from "./format.ts";

interface CostBoxProps {
  visit: ChosenVisit;
  start: string;
  currency: string;
  terms: { readonly needsApproval: boolean; readonly cancellationHours: number };
  /** Whether the deposit can't be refunded anymore. */
  isTooLate: boolean;
}

/** What the visit costs: now, at the salon, and if the client cancels. */
export function CostBox({ visit, start, currency, terms, isTooLate }: CostBoxProps) {
  const { services, price, deposit } = visit;
  const { needsApproval, cancellationHours } = terms;
  const rest = (Number(price) - Number(deposit)).toFixed(2);
  return (
    <div className="book-panel num *:px-4 *:py-2">
      <dl className="grid grid-cols-[minmax(0,1fr)_max-content] gap-x-3 gap-y-2 [&_dd]:text-right">
        {services.map((one) => (
          <div key={one.id} className="contents">
            <dt>{one.name}</dt>
            <dd>{formatPrice(one.price, currency)}</dd>
          </div>
        ))}
      </dl>
      {deposit !== null && (
        <p className="flex justify-between gap-3 bg-(--pick) font-label text-title">
          <span>{needsApproval ? "Deposit once we confirm" : "Deposit now"}</span>
          <span>{formatPrice(deposit, currency)}</span>
        </p>
      )}
      <p className="flex justify-between gap-3">
        <span>{deposit === null ? "Due at the salon" : "Rest at the salon"}</span>
        <span>{formatPrice(rest, currency)}</span>
      </p>
      {deposit !== null && (
        <p className="sm dim">
          {isTooLate
            ? `It's less than ${formatHours(cancellationHours)} away, so we can't refund your deposit if you cancel.`
            : `Cancel by ${formatStart(addMinutes(start, -cancellationHours * 60))} to get your deposit back. After that, we keep it.`}
        </p>
      )}
    </div>
  );
}
