import { useEffect, useState } from "react";

/**
 * The step of a page, in the browser's history: Back leads to the one before, as it was or as it is `left`, and a reload
 * stays. Undefined on the first. It must be plain data, and what it names may be gone when a tab is opened again.
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
