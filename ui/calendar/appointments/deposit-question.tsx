import { useState } from "react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { DepositChoice } from "#src/calendar/appointments/fields-contract.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Badge } from "#ui/kit/badge.tsx";

export interface DepositQuestion {
  /** What is sent to the server; empty without a paid deposit. */
  readonly answer: { readonly deposit?: DepositChoice };
  /** Decimal text; undefined without a paid deposit. */
  readonly amount: string | undefined;
  /** Whether the visit was paid besides. That is decided later, on the receipt. */
  readonly isVisitPaid: boolean;
  readonly policy: DepositChoice;
  readonly choose: (choice: DepositChoice) => void;
}

/** What becomes of the deposit of a visit that doesn't take place. */
export function useDepositQuestion(
  { deposit, payment }: Appointment,
  policy: DepositChoice,
): DepositQuestion {
  const [chosen, choose] = useState(policy);
  const isPaid = deposit?.state === "paid";
  return {
    answer: isPaid ? { deposit: chosen } : {},
    amount: isPaid ? deposit.amount : undefined,
    isVisitPaid: payment?.status === "paid" && !payment.isFee && Number(payment.amount) > 0,
    policy,
    choose,
  };
}

/** Asks whether a paid deposit is refunded, the policy's answer first, and says that a payment isn't. */
export function DepositBox({ question }: { question: DepositQuestion }) {
  const { user } = useCurrentUser();
  return (
    <>
      {question.isVisitPaid && (
        <p className="sm dim mt-3">
          The client has paid for this visit.{" "}
          {user?.role === "admin"
            ? "Refund or keep the payment on its receipt."
            : "An administrator can refund it."}
        </p>
      )}
      <DepositAnswers question={question} />
    </>
  );
}

function DepositAnswers({ question }: { question: DepositQuestion }) {
  const { answer, amount, policy, choose } = question;
  const currency = useCurrency();
  const { user } = useCurrentUser();
  if (amount === undefined) return null;
  const money = formatAmount(amount, currency);
  const whyRefund = policy === "refund" ? "You're canceling, so the client gets it back. " : "";
  const answers = {
    refund: [`Refund ${money}`, `${whyRefund}It's on their card in 5 to 10 days.`],
    keep: [
      "Keep the Deposit",
      `The client isn't refunded. ${user?.role === "admin" ? "You" : "An administrator"} can still refund it later.`,
    ],
  } as const;
  const choices =
    policy === "refund" ? (["refund", "keep"] as const) : (["keep", "refund"] as const);
  return (
    <fieldset className="mt-3">
      <legend className="h3 mb-1">Refund the {money} deposit?</legend>
      {choices.map((choice) => (
        <QuestionRow
          key={choice}
          name="deposit"
          label={answers[choice][0]}
          hint={answers[choice][1]}
          isPolicy={choice === policy}
          checked={answer.deposit === choice}
          onChoose={() => choose(choice)}
        />
      ))}
    </fieldset>
  );
}

interface QuestionRowProps {
  name: string;
  label: string;
  hint: string;
  checked: boolean;
  isPolicy?: boolean;
  onChoose: () => void;
}

/** One answer to a question about money. */
export function QuestionRow({ name, label, hint, checked, isPolicy, onChoose }: QuestionRowProps) {
  return (
    <label className="mt-2 flex min-h-12 min-w-0 cursor-pointer items-start gap-3 rounded-md border border-line-2 px-3 py-2 hover:bg-hover has-checked:border-(--accent-line) has-checked:bg-(--accent-soft) has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <input type="radio" name={name} className="check" checked={checked} onChange={onChoose} />
      <span className="min-w-0 flex-1">
        <span className="num flex flex-wrap items-center gap-2 font-label">
          {label}
          {isPolicy && <Badge>Your policy</Badge>}
        </span>
        <span className="sm dim">{hint}</span>
      </span>
    </label>
  );
}
