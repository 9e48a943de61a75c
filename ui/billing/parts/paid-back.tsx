import { owedRefunds } from "#src/billing/owed-refunds/contract.ts";
import { Button, type ButtonProps } from "#ui/kit/button.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface PaidBackProps extends Pick<ButtonProps, "size"> {
  id: string;
  /** What is due, as the screen says it. */
  amount: string;
}

/** Says that staff paid back a refund that Stripe refuses. */
export function PaidBackButton({ id, amount, size }: PaidBackProps) {
  const { run } = useAct(owedRefunds.settleRefund, {
    done: "Paid back",
    errors: "Couldn't save your decision",
  });
  return (
    <Button size={size} onClick={() => run({ params: { id }, body: { amount } })}>
      Paid Back
    </Button>
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
