import { useEffect, useRef, useState } from "react";
import type { Managed } from "#src/calendar/online-booking/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { Button } from "#ui/kit/button.tsx";
import { formatStart, formatWeekday, keepTogether } from "./format.ts";
import { TimePicker } from "./time-picker.tsx";

interface MoveVisitProps {
  params: { readonly token: string };
  booking: Managed;
  terms: { readonly today: string; readonly lastDay: string };
  /** Whether the visit is being moved. */
  busy: boolean;
  onMove: (start: string) => void;
  onClose: () => void;
}

/** Chooses another time for a visit, which moves once the client confirms it. */
export function MoveVisit({ params, booking, terms, busy, onMove, onClose }: MoveVisitProps) {
  const [start, setStart] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, []);
  // The bar below covers more once it names the chosen time.
  useEffect(() => {
    const chosen = start && heading.current?.parentElement?.querySelectorAll("[aria-pressed=true]");
    if (chosen) chosen[chosen.length - 1]?.scrollIntoView({ block: "nearest" });
  }, [start]);
  const { appointment, needsApproval } = booking;
  return (
    <section className="grid gap-4" aria-labelledby="pick-another-time" aria-busy={busy}>
      <h2 ref={heading} tabIndex={-1} id="pick-another-time" className="h2">
        Pick Another Time
      </h2>
      {needsApproval && (
        <p className="dim">
          We approve each new time first. Your current time opens up for others.
        </p>
      )}
      <TimePicker
        of={params}
        terms={terms}
        current={appointment.start}
        start={start ?? ""}
        onChoose={(chosen) => !busy && setStart(chosen)}
      />
      <div className="book-next flex-wrap">
        {start && (
          <p className="basis-full! num" role="status">
            {formatStart(appointment.start)} → <b>{formatStart(start)}</b>
          </p>
        )}
        <Button size="big" disabled={busy} onClick={onClose}>
          Keep {formatShortTime(appointment.start)}
        </Button>
        {start && (
          <Button
            variant="primary"
            size="big"
            busy={busy && "Moving..."}
            onClick={() => onMove(start)}
          >
            Move to {formatShortTime(start)}
          </Button>
        )}
      </div>
    </section>
  );
}

/** "Mon 9:15 AM"; the sentence above has the dates. */
function formatShortTime(start: string): string {
  return keepTogether(`${formatWeekday(dayOf(start))} ${formatClock(start)}`);
}
