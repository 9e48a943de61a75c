import Scale from "lucide-react/icons/scale";
import {
  annualRate,
  type Interval,
  MAX_INSTALLMENTS,
  MIN_INSTALLMENTS,
  type PlanTerms,
  planAmounts,
} from "#src/shared/installments.ts";
import { lendingNote } from "#src/shared/lending.ts";
import { formatMoney, parseHundredths } from "#src/shared/money.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { Note } from "#ui/kit/notice.tsx";
import { Figure } from "./figure.tsx";

interface Typed {
  readonly principalAmount: string | number;
  readonly feePercentage?: string | number | undefined;
  readonly installmentCount: unknown;
  readonly installmentInterval?: Interval | undefined;
}

/** The plan's installments while it is edited, with the cost disclosures for clients. */
export function PaymentSummary({ typed }: { typed: Typed }) {
  const currency = useCurrency();
  const terms = parseTerms(typed);
  const amounts = terms && planAmounts(terms);
  const rate = terms && annualRate(terms);
  const note = terms && lendingNote(terms);
  const money = (cents: number | undefined) =>
    cents === undefined ? "–" : formatMoney(cents, currency);

  return (
    <section
      aria-label="Payment Summary"
      className="grid gap-3 rounded-lg border border-line bg-raised px-4 py-3.5"
    >
      <h3 className="h3">Payment Summary</h3>
      <dl className="num grid grid-cols-[1fr_auto] gap-y-1.5 text-sm" aria-live="polite">
        <Figure name="Principal (amount financed)">{money(terms?.principal)}</Figure>
        <Figure name="Finance fee (finance charge)">{money(amounts?.fee)}</Figure>
        <Figure name="Total of payments">{money(amounts?.total)}</Figure>
        {amounts && amounts.first !== amounts.installment && (
          <Figure name="First installment">{money(amounts.first)}</Figure>
        )}
        <Figure name="Effective APR">
          {rate === undefined ? "–" : `${(rate * 100).toFixed(2)}%`}
        </Figure>
        <dt className={TOTAL}>Per installment</dt>
        <dd className={`${TOTAL} text-right`}>{money(amounts?.installment)}</dd>
      </dl>
      {note && (
        <Note tone="wait" icon={Scale}>
          {note}
        </Note>
      )}
    </section>
  );
}

const TOTAL = "mt-0.5 border-line border-t pt-2.25 font-semibold text-h2 text-ink";

function parseTerms(typed: Typed): PlanTerms | undefined {
  const principal = parseHundredths(typed.principalAmount);
  const feeBasisPoints = parseHundredths(typed.feePercentage ?? "0");
  const count = Number(typed.installmentCount);
  if (principal === undefined || principal < 1) return undefined;
  if (feeBasisPoints === undefined || feeBasisPoints < 0) return undefined;
  if (!Number.isInteger(count) || count < MIN_INSTALLMENTS || count > MAX_INSTALLMENTS)
    return undefined;
  return { principal, feeBasisPoints, count, interval: typed.installmentInterval ?? "month" };
}
