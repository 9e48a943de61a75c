import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { FreeTimes, pickDay, weekEnd } from "./free-times.tsx";
import { type SlotsOf, slotsQuery } from "./queries.ts";
import type { SlotParts } from "./render-performers.ts";

interface TimePickerProps {
  of: SlotsOf;
  terms: { readonly today: string; readonly lastDay: string };
  /** Omitted where the employees are known. */
  nameOf?: (employeeId: number) => string | undefined;
  onChoose: (start: string, parts: SlotParts) => void;
  /** Offers the waitlist; omitted where a client cannot join it. */
  onWait?: () => void;
}

export function TimePicker(props: TimePickerProps) {
  const { of, terms, onChoose, onWait } = props;
  const [from, setFrom] = useState(terms.today);
  const [day, setDay] = useState<string>();
  const query = useQuery(slotsQuery(useApi(), of, { from, to: weekEnd(from) }));
  const isEmpty = query.data?.slots.length === 0;
  return (
    <div className="grid gap-4">
      <FreeTimes
        from={from}
        earliest={terms.today}
        latest={terms.lastDay}
        onWeek={setFrom}
        query={query}
        day={pickDay(query.data?.slots, day ?? from)}
        onDay={setDay}
        {...(props.nameOf && { nameOf: props.nameOf })}
        onChoose={(start) =>
          onChoose(start, query.data?.slots.find((slot) => slot.start === start)?.parts)
        }
        empty={
          <p className="dim" role="status">
            Nothing is available this week. Try later days
            {onWait && ", or we'll tell you when something is free"}.
          </p>
        }
      />
      {onWait && (
        <Button variant={isEmpty ? "primary" : "quiet"} fill onClick={onWait}>
          Tell Me When Something Is Free
        </Button>
      )}
    </div>
  );
}
