import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect } from "react";
import type { Path, UseFormReturn } from "react-hook-form";
import {
  type AgreementTerm,
  contradictionIn,
  membershipTerms,
  planTerms,
} from "#src/shared/agreement-terms.ts";
import {
  type Interval,
  MAX_INSTALLMENTS,
  MIN_INSTALLMENTS,
  type PlanTerms,
} from "#src/shared/installments.ts";
import { parseHundredths } from "#src/shared/money.ts";
import { Note } from "#ui/kit/notice.tsx";
import { useCurrency } from "./use-currency.ts";

/** Below every field for an agreement's text. */
export const NO_LEGAL_ADVICE =
  "The price and the terms of payment are printed below your text. Drafts and standard texts aren't legal advice: ask a lawyer to check yours.";

/** A refused agreement may fit once its price is corrected, so any change removes the error. */
export function useFreshAgreementError<Values extends { agreementText?: string | undefined }>({
  watch,
  clearErrors,
}: UseFormReturn<Values>): void {
  useEffect(() => {
    const { unsubscribe } = watch(() => clearErrors("agreementText" as Path<Values>));
    return unsubscribe;
  }, [watch, clearErrors]);
}

interface Offer {
  readonly name: string;
  readonly description: string;
  readonly agreementText: string;
}

/** Warns of a membership's text with figures that aren't in its offer. Such an offer can't be saved or signed. */
export function MembershipContradiction(
  offer: Offer & { price: string; billingFrequency: Interval },
) {
  const currency = useCurrency();
  const price = parseHundredths(offer.price);
  if (price === undefined) return null;
  return <Contradiction offer={offer} terms={membershipTerms({ ...offer, price, currency })} />;
}

/** The same for a payment plan; `terms` is undefined while its amounts can't be read. */
export function PlanContradiction({ terms, ...offer }: Offer & { terms: PlanTerms | undefined }) {
  const currency = useCurrency();
  return terms ? <Contradiction offer={offer} terms={planTerms(terms, currency)} /> : null;
}

function Contradiction({ offer, terms }: { offer: Offer; terms: readonly AgreementTerm[] }) {
  const problem = contradictionIn(offer.agreementText, { ...offer, terms });
  if (problem === undefined) return null;
  return (
    <Note tone="wait" icon={TriangleAlert} role="status">
      {problem}
    </Note>
  );
}

/** A plan's amounts as typed. */
export interface TypedTerms {
  readonly principalAmount: string | number;
  readonly feePercentage?: string | number | undefined;
  readonly installmentCount: unknown;
  readonly installmentInterval?: Interval | undefined;
}

/** Undefined while an amount can't be read. */
export function parseTerms(typed: TypedTerms): PlanTerms | undefined {
  const principal = parseHundredths(typed.principalAmount);
  const feeBasisPoints = parseHundredths(typed.feePercentage ?? "0");
  const count = Number(typed.installmentCount);
  if (principal === undefined || principal < 1) return undefined;
  if (feeBasisPoints === undefined || feeBasisPoints < 0) return undefined;
  if (!Number.isInteger(count) || count < MIN_INSTALLMENTS || count > MAX_INSTALLMENTS)
    return undefined;
  return { principal, feeBasisPoints, count, interval: typed.installmentInterval ?? "month" };
}
