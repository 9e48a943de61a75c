import { useState } from "react";
import type { Waiting } from "#src/messaging/dashboard/contract.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { QuestionRow } from "./deposit-question.tsx";
import { useChargeFee } from "./use-charge-fee.ts";

interface LateCancellationProps {
  item: Waiting;
  onClose: () => void;
}

type Answer = "keep" | "charge" | "neither";

/** Asks what a late cancellation costs its client: the deposit, the fee, or nothing. */
export function LateCancellation({ item, onClose }: LateCancellationProps) {
  const { id, name, visit } = item;
  const currency = useCurrency();
  const chargeFee = useChargeFee();
  const waive = useAct(
    async () => (await import("#src/calendar/visit-payments/contract.ts")).visitFees.waive,
    { done: "Nothing charged", onDone: onClose, errors: "inline" },
  );
  const fee = visit?.fee ?? "0.00";
  const money = formatAmount(fee, currency);
  const kept = visit?.deposit && formatAmount(visit.deposit, currency);
  const [answer, setAnswer] = useState<Answer>("keep");
  const answers: Record<Answer, readonly [label: string, hint: string]> = {
    keep: kept
      ? [`Keep the ${kept} Deposit`, "Nothing else is charged."]
      : ["Don't Charge", "Nothing is charged."],
    charge: [
      `Charge ${money}`,
      kept
        ? `The rest of the fee. The ${kept} deposit is kept. The client gets a text with the receipt.`
        : "The fee that the client agreed to. They get a text with the receipt.",
    ],
    neither: [`Refund the ${kept} Deposit`, "It's back on the client's card in 5 to 10 days."],
  };
  const choices: readonly Answer[] = kept ? ["keep", "charge", "neither"] : ["keep", "charge"];
  return (
    <ConfirmDialog
      title="Canceled Late"
      description={`${name} canceled ${visit?.service ?? "a visit"} after your cancellation deadline. What should it cost?`}
      cancel="Decide Later"
      action={answers[answer][0]}
      busy={waive.isPending && "Saving..."}
      error={waive.errorMessage}
      onConfirm={() => {
        if (answer !== "charge")
          return waive.run({
            params: { id },
            body: { deposit: answer === "neither" ? "refund" : "keep" },
          });
        void chargeFee(id, fee);
        onClose();
      }}
      onClose={onClose}
    >
      <fieldset className="mt-3">
        <legend className="sr-only">What the cancellation costs</legend>
        {choices.map((choice) => (
          <QuestionRow
            key={choice}
            name="late-cancellation"
            label={answers[choice][0]}
            hint={answers[choice][1]}
            checked={answer === choice}
            onChoose={() => setAnswer(choice)}
          />
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
