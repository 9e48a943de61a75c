import { useState } from "react";
import { owedRefunds } from "#src/billing/owed-refunds/contract.ts";
import { Button, type ButtonProps } from "#ui/kit/button.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { formatAmount } from "./plan-format.ts";

interface PaidBackProps extends Pick<ButtonProps, "size"> {
  /** Stripe's id of the payment. */
  id: string;
  /** What is due, as the screen says it. */
  amount: string;
  currency: string;
}

/** Asks whether staff paid back a refund that Stripe refuses, and records that they did. */
export function PaidBackButton({ id, amount, currency, size }: PaidBackProps) {
  /** What was due at the press. */
  const [asked, setAsked] = useState<string>();
  return (
    <>
      <Button size={size} onClick={() => setAsked(amount)}>
        Paid Back
      </Button>
      {asked !== undefined && (
        <ActDialog
          {...paidBackQuestion(formatAmount(asked, currency))}
          act={owedRefunds.settleRefund}
          input={{ params: { id }, body: { amount: asked } }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** The question before a refund that failed counts as paid back. */
export function paidBackQuestion(money: string) {
  return {
    done: "Refund marked as paid back",
    busy: "Saving...",
    harmless: true,
    title: `Did you pay back ${money}?`,
    description:
      "Only press this if the client got the money outside Stripe. We won't try this refund again.",
    action: "Paid Back",
  } as const;
}
