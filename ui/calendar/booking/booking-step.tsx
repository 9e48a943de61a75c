import { type ReactNode, useEffect, useRef } from "react";
import { Step } from "#ui/billing/checkout/step.tsx";
import { Button } from "#ui/kit/button.tsx";

/** A phone on its side, or a page at 200 %: the steps before leave no room for the current one. */
const LOW_PX = 480;

/** What the client pressed disappears with its step, so the focus moves on, and the page begins at its top again. */
export function useFocusOfStep(stage: string) {
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    const step = document.querySelector("[aria-current=step]");
    scrollTo(0, 0);
    if (innerHeight < LOW_PX) step?.scrollIntoView();
    if (!step?.contains(document.activeElement)) step?.querySelector("h2")?.focus();
  }, [stage]);
}

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
          <Button
            variant="quiet"
            className="-mr-3"
            aria-label={`Change ${title.toLowerCase()}`}
            onClick={onChange}
          >
            Change
          </Button>
        )
      }
    >
      {isCurrent ? children : state === "done" && <p className="dim num">{done}</p>}
    </Step>
  );
}
