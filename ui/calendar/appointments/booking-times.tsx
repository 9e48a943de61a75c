import { keepPreviousData, useQuery } from "@tanstack/react-query";
import ChevronLeft from "lucide-react/icons/chevron-left";
import Clock from "lucide-react/icons/clock";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import {
  availability,
  type FreeTime,
  MAX_AVAILABILITY_DAYS,
} from "#src/calendar/availability/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { isPreferredTime, type PreferredTimes } from "#src/shared/preferred-times.ts";
import { addDays, clockOf, dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { formatDay } from "#ui/calendar/booking/format.ts";
import { FreeTimes, pickDay, weekEnd, whyNone } from "#ui/calendar/booking/free-times.tsx";
import { Button } from "#ui/kit/button.tsx";
import { read } from "#ui/shell/data/read.ts";
import { AnotherTime, type Asked, NothingFree } from "./another-time.tsx";
import type { FormValues } from "./form-values.ts";

interface BookingTimesProps {
  form: UseFormReturn<FormValues>;
  employees: readonly Employee[];
  /** What free times are searched for. */
  asked: Asked;
  /** An employee's id as text; empty for anyone. */
  wish: string;
  /** The time is typed rather than picked. */
  isTyped: boolean;
  today: string;
  firstDay: string | undefined;
  /** When a visit that moves is now, which is no choice. */
  current?: string | undefined;
  /** When the client wants to come. The first such day with a free time is shown. */
  wanted?: PreferredTimes | undefined;
  /** Whether other times are dimmed. */
  dims?: boolean;
  /** The length is only assumed until a service is chosen. */
  isEstimate?: boolean;
  /** Chooses the time now, if it is free, while none is chosen. */
  isNow?: boolean;
  /** Only the time is missing: the time picked before is chosen again if it is still free, or else the day's first one. */
  isLast?: boolean;
  /** Whether the chosen time is not free. */
  isTaken: boolean;
  onConflict: (conflict: string | undefined) => void;
  /** A changed time clears the server's refusal. */
  onChange: () => void;
  /** Only a contact can wait. */
  contactId: number | undefined;
  onClose: () => void;
  /** Omitted where only free times can be chosen. */
  /** With the day that is shown. */
  onTyped: ((isTyped: boolean, day: string) => void) | undefined;
  onTime: (date: string, startTime: string, employeeId: string, slot?: FreeTime) => void;
  lengthFor: (employeeId: string) => number;
}

/** The free times of seven days, or any other time. */
export function BookingTimes(props: BookingTimesProps) {
  const { form, employees, asked, wish, isTyped, today, firstDay, isTaken, onTyped, onTime } =
    props;
  const isWanted = (start: string) =>
    !props.wanted || isPreferredTime(props.wanted, start, props.lengthFor(wish));
  const search = useFirstWanted({ asked, today, isWanted, wanted: props.wanted });
  const opensOn = search.day ?? firstDay;
  const [chosenFrom, setFrom] = useState<string>();
  const [chosenDay, setDay] = useState<string>();
  const from = chosenFrom ?? (opensOn !== undefined && opensOn > weekEnd(today) ? opensOn : today);
  const day = chosenDay ?? opensOn;
  const slots = useQuery({
    ...read(useApi(), availability.slots, {
      query: {
        ...asked,
        ...(asked.appointmentId === undefined && { withNow: "1" as const }),
        ...{ from, to: weekEnd(from) },
      },
    }),
    enabled: !search.isPending,
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
  const { date, startTime, employeeId } = form.watch();
  const nameOf = (id: number) =>
    firstNameOf(employees.find((one) => one.id === id)?.name ?? "another employee");
  const now = slots.data?.now;
  const [picked, setPicked] = useState<string>();
  const take = (start: string) => {
    const slot = [now, ...(slots.data?.slots ?? [])].find((one) => one?.start === start);
    onTime(dayOf(start), clockOf(start), String(slot?.employeeId ?? wish), slot);
  };
  const choose = (start: string) => {
    setPicked(start);
    setFrom(from);
    setDay(dayOf(start));
    take(start);
  };
  /** Showing another day or week drops the chosen time: the button would book what isn't in sight. */
  const leaveTime = (day: string) => {
    setPicked(undefined);
    if (props.isLast && !isTyped) onTime(day, "", wish);
  };
  const chosen = startTime === "" ? "" : `${date}T${startTime}:00`;
  const fitting = slots.data?.slots.filter((slot) => isWanted(slot.start)) ?? [];
  const isInWeek = day !== undefined && day >= from && day <= weekEnd(from);
  // Once the business has closed, the next free day is shown.
  const isOver = !chosenDay && !props.isNow && slots.data?.closedDays.includes(today);
  const asksFor = isInWeek ? day : from === today ? today : undefined;
  // Keeps the day that was asked for, even if it's full. Another week opens on its first free day.
  const shown =
    asksFor !== undefined && !(isOver && asksFor === today)
      ? asksFor
      : pickDay(fitting.length > 0 ? fitting : slots.data?.slots, from);
  // Of a caller's time, who performs what is known once the free times are.
  const isShared =
    !isTyped && slots.data?.slots.some(({ start, parts }) => start === chosen && parts);
  const share = useEffectEvent(() => choose(chosen));
  useEffect(() => {
    if (isShared) share();
  }, [isShared]);
  const why = slots.data && whyNone(slots.data, shown);
  const when = shown !== today ? `on ${formatDay(shown)}` : why === "Full" ? "today" : "now";
  const offered = props.isNow
    ? shown === today && now
    : props.isLast &&
      !isTyped &&
      fitting.find(({ start }) => (picked ? start === picked : dayOf(start) === shown));
  const offer = startTime === "" && !slots.isPlaceholderData && offered ? offered.start : undefined;
  const takeOffer = useEffectEvent(take);
  useEffect(() => {
    if (offer !== undefined) takeOffer(offer);
  }, [offer]);
  const section = useRef<HTMLElement>(null);
  // After Enter in the list of services, a second Enter books.
  useEffect(() => {
    if (chosen !== "" && section.current === document.activeElement)
      section.current?.closest("form")?.querySelector<HTMLElement>("[type=submit]")?.focus();
  }, [chosen]);

  const nothing = (text: string, fits?: typeof isWanted) => (
    <NothingFree
      {...{ asked, text, fits, contactId: props.contactId, onClose: props.onClose }}
      day={shown}
      onDay={(next) => {
        setDay(next);
        if (next > weekEnd(from)) setFrom(next);
      }}
    />
  );

  return (
    <section ref={section} className="book-when" aria-label="When" tabIndex={-1} data-focus="">
      {props.isNow && !props.isEstimate && shown === today && slots.data && !now && (
        <p className="dim" role="status">
          {asked.services !== undefined
            ? `No one is free for ${asked.services.includes(",") ? "these services" : "this service"} now.`
            : `No one is free for ${asked.minutes} minutes now. Try fewer minutes.`}
        </p>
      )}
      <FreeTimes
        from={from}
        earliest={today}
        onWeek={(week) => {
          setFrom(week);
          leaveTime(date);
        }}
        query={slots}
        nameOf={nameOf}
        day={isTyped ? date : shown}
        onDay={(chosen) => {
          setFrom(from);
          setDay(chosen);
          if (isTyped) onTime(chosen, startTime, employeeId);
          else if (chosen !== shown) leaveTime(chosen);
        }}
        start={chosen === props.current ? "" : chosen}
        current={props.current}
        isWanted={props.dims ? isWanted : undefined}
        isEstimate={props.isEstimate ?? false}
        countOf={(left) => `${left} left`}
        onChoose={choose}
        instead={
          isTyped && (
            <AnotherTime
              {...{ form, employees, asked, isTaken }}
              onConflict={props.onConflict}
              onChange={props.onChange}
              lengthFor={props.lengthFor}
              onChoose={(slot) =>
                onTime(dayOf(slot.start), clockOf(slot.start), `${slot.employeeId}`)
              }
            />
          )
        }
        empty={
          props.isEstimate && why === "Full" ? (
            <p className="dim" role="status">
              Choose a service to see its free times.
            </p>
          ) : (
            nothing(
              slots.data?.slots.length === 0 ? "Nothing is free this week." : `${why} ${when}.`,
            )
          )
        }
        unwanted={nothing("None of these times fits what they asked for.", isWanted)}
      />
      {onTyped && (
        <div className="-mx-3">
          <Button
            variant="quiet"
            icon={isTyped ? ChevronLeft : Clock}
            onClick={() => onTyped(!isTyped, shown)}
          >
            {isTyped ? "Show Free Times" : "Another Time…"}
          </Button>
        </div>
      )}
    </section>
  );
}

interface FirstWantedOptions {
  readonly asked: Asked;
  readonly today: string;
  readonly wanted: PreferredTimes | undefined;
  readonly isWanted: (start: string) => boolean;
}

/** The first day on which a client wants a free time, or else from which they want one. */
function useFirstWanted({ asked, today, wanted, isWanted }: FirstWantedOptions) {
  const from = wanted && wanted.from > today ? wanted.from : today;
  const last = addDays(from, MAX_AVAILABILITY_DAYS - 1);
  const to = wanted && wanted.to < last ? wanted.to : last;
  const { data, isLoading } = useQuery({
    ...read(useApi(), availability.slots, { query: { ...asked, from, to } }),
    enabled: wanted !== undefined && from <= to,
  });
  const first = wanted && data?.slots.find(({ start }) => isWanted(start));
  return { isPending: isLoading, day: first ? dayOf(first.start) : wanted && from };
}
