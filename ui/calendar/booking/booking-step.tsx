import type { ReactNode } from "react";
import { Step } from "#ui/billing/checkout/step.tsx";
import { Button } from "#ui/kit/button.tsx";

interface BookingStepProps {
  number: number;
  title: string;
  isCurrent: boolean;
  /** What was chosen, in one line. */
  done?: string | undefined;
  onChange?: () => void;
  children: ReactNode;
}

/** A finished step folds to one line with Change. */
export function BookingStep(props: BookingStepProps) {
  const { number, title, isCurrent, done, onChange, children } = props;
  const state = isCurrent ? "now" : done ? "done" : "later";
  return (
    <Step
      number={number}
      title={title}
      state={state}
      trailing={
        state === "done" && (
          <Button variant="quiet" aria-label={`Change ${title.toLowerCase()}`} onClick={onChange}>
            Change
          </Button>
        )
      }
    >
      {isCurrent ? children : state === "done" && <p className="dim num">{done}</p>}
    </Step>
  );
}
