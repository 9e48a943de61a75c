import Check from "lucide-react/icons/check";
import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";

interface StepProps {
  number: number;
  title: string;
  state: "done" | "now" | "later";
  /** Directly after the title. */
  note?: ReactNode;
  /** At the end of the title's line. */
  trailing?: ReactNode;
  children?: ReactNode;
}

/** One of the numbered steps of a page. */
export function Step({ number, title, state, note, trailing, children }: StepProps) {
  const section = useRef<HTMLElement>(null);
  const before = useRef(state);
  // The step before it may have been longer than the window.
  useEffect(() => {
    const begins = state === "now" && before.current !== "now";
    before.current = state;
    if (begins && section.current && section.current.getBoundingClientRect().top < 0)
      section.current.scrollIntoView();
  }, [state]);
  return (
    <section
      ref={section}
      className={classes("step", STATES[state])}
      aria-current={state === "now" ? "step" : undefined}
    >
      <span className="n">
        {state === "done" ? (
          <>
            <Icon of={Check} size="s" />
            <span className="sr">Done</span>
          </>
        ) : (
          number
        )}
      </span>
      <div>
        <div className="flex flex-wrap items-center gap-x-2 min-w-0 heading">
          <h2 tabIndex={-1}>{title}</h2>
          {note}
          <span className="ml-auto">{trailing}</span>
        </div>
        {children && <div className="in">{children}</div>}
      </div>
    </section>
  );
}

const STATES = { done: "done", now: "current", later: undefined } as const;
