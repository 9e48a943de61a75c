import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FeeQuote } from "#src/calendar/visit-payments/contract.ts";
import { visitFees } from "#src/calendar/visit-payments/contract.ts";
import { useApi } from "#ui/api.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { read } from "#ui/shell/data/read.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatDay, wallTime } from "#ui/shell/format/dates.ts";
import { type DepositQuestion, QuestionRow } from "./deposit-question.tsx";

/** What can be charged for a visit that doesn't take place. */
export function useFeeQuote(id: number): FeeQuote | undefined {
  const { data } = useQuery({
    ...read(useApi(), visitFees.quote, { params: { id } }),
    staleTime: 0,
  });
  return data;
}

/** Whether the client's card is charged. Never unless staff choose it. A kept deposit counts toward the fee. */
export function useFeeQuestion(quote: FeeQuote | undefined, { answer }: DepositQuestion) {
  const [charges, setCharges] = useState(false);
  const due = answer.deposit === "keep" ? quote?.amountWithDeposit : quote?.amount;
  const amount = due && Number(due) > 0 ? due : undefined;
  return {
    quote,
    amount,
    charges,
    setCharges,
    answer: charges && amount ? { chargesFee: amount } : {},
  };
}

/** Asks whether the fee is charged. Renders nothing where none was agreed to. */
export function FeeBox({ question }: { question: ReturnType<typeof useFeeQuestion> }) {
  const { quote, amount, charges, setCharges } = question;
  const currency = useCurrency();
  const { timeZone } = useBusinessTime();
  if (!quote || amount === undefined) return null;
  const money = formatAmount(amount, currency);
  const day = formatDay(wallTime(quote.agreedAt ?? 0, timeZone));
  return (
    <fieldset className="mt-3">
      <legend className="h3 mb-1">Charge the {money} fee?</legend>
      <QuestionRow
        name="fee"
        label="Don't Charge"
        hint="Nothing is charged."
        checked={!charges}
        onChoose={() => setCharges(false)}
      />
      <QuestionRow
        name="fee"
        label={`Charge ${money}`}
        hint={`${quote.card?.brand} ending in ${quote.card?.last4}. The client agreed on ${day}, and gets a text with the receipt.`}
        checked={charges}
        onChoose={() => setCharges(true)}
      />
    </fieldset>
  );
}
