import { useQuery } from "@tanstack/react-query";
import Hourglass from "lucide-react/icons/hourglass";
import { useState } from "react";
import { addDays, dayOf, daysBetween } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { formatDay, keepTogether } from "./format.ts";
import { FreeTimes, pickDay, weekEnd } from "./free-times.tsx";
import { type SlotsOf, slotsQuery } from "./queries.ts";
import type { SlotParts } from "./render-performers.ts";

interface TimePickerProps {
  of: SlotsOf;
  terms: { readonly today: string; readonly lastDay: string };
  /** When a visit that moves is now. It opens on that day, unless its week is full; by default on the first free day. */
  current?: string;
  /** The chosen start, if a choice stays on the page. */
  start?: string;
  /** Omitted where the employees are known. */
  nameOf?: (employeeId: number) => string | undefined;
  onChoose: (start: string, parts: SlotParts) => void;
  /** Offers the waitlist, of whose offers each is held for `minutes`; omitted where a client cannot join it. */
  waitlist?: { readonly minutes: number; readonly onJoin: () => void };
}

/** Opens on the first week with a free time. */
export function TimePicker(props: TimePickerProps) {
  const { of, terms, current, onChoose, waitlist } = props;
  const { today, lastDay } = terms;
  const api = useApi();
  const [week, setWeek] = useState<string>();
  const [day, setDay] = useState<string>();
  const weekOf = (one: string) => addDays(today, Math.floor(daysBetween(today, one) / 7) * 7);
  const home = current === undefined ? today : weekOf(dayOf(current));
  const first = useQuery(slotsQuery(api, of, { from: home, to: weekEnd(home) }));
  const from = week ?? weekOf(first.data?.nextDay ?? home);
  const query = useQuery(slotsQuery(api, of, { from, to: weekEnd(from) }));
  const { slots, nextDay } = query.data ?? {};
  const ownDay = current !== undefined && from === home ? dayOf(current) : undefined;
  const wanted = day ?? ownDay ?? from;
  const isFull = slots?.length === 0 && !nextDay;
  return (
    <div className="grid gap-4">
      <FreeTimes
        from={from}
        earliest={today}
        latest={lastDay}
        onWeek={setWeek}
        query={query}
        // A day of a full week is never shown as chosen.
        day={slots?.length === 0 ? "" : wanted === ownDay ? wanted : pickDay(slots, wanted)}
        current={slots?.length ? current : undefined}
        onDay={setDay}
        countOf={(left) => `${left} left`}
        {...(props.start !== undefined && { start: props.start })}
        {...(props.nameOf && { nameOf: props.nameOf })}
        onChoose={(start) => onChoose(start, slots?.find((slot) => slot.start === start)?.parts)}
        empty={
          <div className="grid justify-items-start gap-2" role="status">
            <p className="dim">
              {slots?.length
                ? "Nothing else is free that day."
                : nextDay
                  ? "Nothing is free this week."
                  : from === today
                    ? `Nothing is free until ${keepTogether(formatDay(lastDay))}.`
                    : "Nothing is free this week or later. Try earlier days."}
            </p>
            {nextDay && (
              <Button
                onClick={() => {
                  setDay(nextDay);
                  setWeek(weekOf(nextDay));
                }}
              >
                Next free: {keepTogether(formatDay(nextDay))}
              </Button>
            )}
          </div>
        }
      />
      {/* Not before: the times would push it away from under a finger. */}
      {waitlist && (query.data || query.error) && (
        <section
          className="book-panel flex flex-wrap items-center gap-x-4 gap-y-3 p-4"
          aria-label="Waitlist"
        >
          <Icon of={Hourglass} />
          <div className="flex-1 basis-50 min-w-0">
            <h3 className="h3">No time that works?</h3>
            <p className="sm dim text-pretty">
              Join the waitlist, and we'll text you when one opens up. You have {waitlist.minutes}{" "}
              minutes to reply YES.
            </p>
          </div>
          <Button
            variant={isFull ? "primary" : undefined}
            size="big"
            className="phone:basis-full!"
            onClick={waitlist.onJoin}
          >
            Join the Waitlist
          </Button>
        </section>
      )}
    </div>
  );
}
