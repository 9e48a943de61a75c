import { owedRefunds } from "#src/billing/owed-refunds/contract.ts";
import { Button, type ButtonProps } from "#ui/kit/button.tsx";
import { useAct } from "#ui/shell/data/act.ts";

/** Says that staff paid back a refund that Stripe refuses. */
export function PaidBackButton({ id, size }: { id: string } & Pick<ButtonProps, "size">) {
  const { run } = useAct(owedRefunds.settleRefund, {
    done: "Paid back",
    errors: "Couldn't save your decision",
  });
  return (
    <Button size={size} onClick={() => run({ params: { id } })}>
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
