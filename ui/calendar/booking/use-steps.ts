import { useEffect, useState } from "react";

/**
 * Keeps a page's step in the browser's history: Back returns to the previous step, and a reload keeps the current one.
 * `left` replaces the step being left, so that Back shows it that way. Undefined on the first step. A step is plain data,
 * and what it names may be gone when an old tab is reopened.
 */
export function useSteps<Step>(): [Step | undefined, (step: Step, left?: Step) => void] {
  const [step, setStep] = useState<Step>();
  useEffect(() => {
    const read = () => setStep(history.state?.step);
    read();
    addEventListener("popstate", read);
    return () => removeEventListener("popstate", read);
  }, []);
  return [
    step,
    (next, left) => {
      if (left) history.replaceState({ step: left }, "");
      history.pushState({ step: next }, "");
      setStep(next);
    },
  ];
}
