import { keepPreviousData, useQuery } from "@tanstack/react-query";
import ChevronLeft from "lucide-react/icons/chevron-left";
import Clock from "lucide-react/icons/clock";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { availability, type FreeTime } from "#src/calendar/availability/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { isPreferredTime, type PreferredTimes } from "#src/shared/preferred-times.ts";
import { clockOf, dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { formatDay } from "#ui/calendar/booking/format.ts";
import { FreeTimes, pickDay, weekEnd, whyNone } from "#ui/calendar/booking/free-times.tsx";
import { Button } from "#ui/kit/button.tsx";
import { useLastInput } from "#ui/kit/use-last-input.ts";
import { read } from "#ui/shell/data/read.ts";
import { AnotherTime, type Asked } from "./another-time.tsx";
import type { FormValues } from "./form-values.ts";
import { describeNone, describeNoneNow, NothingFree } from "./nothing-free.tsx";
import { TakenTime } from "./taken-time.tsx";
import { useFirstWanted } from "./use-first-wanted.ts";

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
  /** No times are shown until a service is chosen. */
  needsService?: boolean;
  /** Chooses the time now, if it is free, while none is chosen. */
  isNow?: boolean;
  /** Another choice takes back the picked time only if it isn't free for it, or if another day is shown. */
  isLast?: boolean;
  /** Why the typed time is not free. */
  doubt: string | undefined;
  /** What else the client has then. */
  clash?: string | undefined;
  onConflict: (conflict: string | undefined) => void;
  /** A changed time clears the server's refusal. */
  onChange: () => void;
  /** Who can be put on the waitlist. */
  waits?: string | undefined;
  /** The day that is shown without a free time. */
  onFull?: (day: string | undefined) => void;
  /** Omitted where the visit stays with its employees. */
  onEmployee: ((employeeId: number) => void) | undefined;
  /** With the day that is shown. Omitted where only free times can be chosen. */
  onTyped: ((isTyped: boolean, day: string) => void) | undefined;
  onTime: (date: string, startTime: string, employeeId: string, slot?: FreeTime) => void;
  lengthFor: (employeeId: string) => number;
}

/** The free times of seven days, or any other time. */
export function BookingTimes(props: BookingTimesProps) {
  const { form, employees, asked, wish, isTyped, today, firstDay, onTyped, onTime } = props;
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
  const section = useRef<HTMLElement>(null);
  const [picked, setPicked] = useState<string>();
  const take = (start: string) => {
    const slot = [now, ...(slots.data?.slots ?? [])].find((one) => one?.start === start);
    onTime(dayOf(start), clockOf(start), String(slot?.employeeId ?? wish), slot);
  };
  const pick = (start: string) => {
    setPicked(start);
    setDay(dayOf(start));
    setFrom(dayOf(start) > weekEnd(from) ? dayOf(start) : from);
  };
  const choose = (start: string) => {
    pick(start);
    take(start);
  };
  const chooseNext = (slot: FreeTime) => {
    section.current?.focus({ preventScroll: true });
    pick(slot.start);
    if (wish !== "" && String(slot.employeeId) !== wish) props.onEmployee?.(slot.employeeId);
    onTime(dayOf(slot.start), clockOf(slot.start), String(slot.employeeId), slot);
  };
  /** Showing another day or week drops the chosen time: the button would book what isn't in sight. */
  const leaveTime = (day: string) => {
    setPicked(undefined);
    if (props.isLast && !isTyped) onTime(day, "", wish);
  };
  const chosen = startTime === "" ? "" : `${date}T${startTime}:00`;
  const fitting = slots.data?.slots.filter((slot) => isWanted(slot.start)) ?? [];
  const isInWeek = day !== undefined && day >= from && day <= weekEnd(from);
  // Once the business has closed, the next free day is shown, and so it is for a full day that no one asked for.
  const isOver =
    !chosenDay &&
    !props.isNow &&
    (slots.data?.closedDays.includes(today) || (!opensOn && !props.needsService && !now));
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
  const name = wish === "" ? undefined : nameOf(Number(wish));
  const when = shown !== today ? `on ${formatDay(shown)}` : why === "Full" ? "today" : "now";
  const offered = props.isNow
    ? shown === today && now
    : props.isLast && !isTyped && fitting.find(({ start }) => start === picked);
  const offer = startTime === "" && !slots.isPlaceholderData && offered ? offered.start : undefined;
  const takeOffer = useEffectEvent(take);
  useEffect(() => {
    if (offer !== undefined) takeOffer(offer);
  }, [offer]);
  const firstTime = slots.isPlaceholderData ? undefined : fitting[0]?.start;
  const lastInput = useLastInput();
  // Once the other fields are filled in: to the first time or, with a time, to the button that books it.
  // After a mouse press, a focus ring on a time would look like a selection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first time may have come later than the focus
  useEffect(() => {
    const isOffered = offer !== undefined || props.isNow;
    if (section.current !== document.activeElement || (chosen === "" && isOffered)) return;
    if (chosen === "" && lastInput.current === "pointerdown") return;
    const next =
      chosen === ""
        ? section.current?.querySelector<HTMLElement>(
            "fieldset:not(.book-days) .book-choice:not([disabled])",
          )
        : section.current?.closest("form")?.querySelector<HTMLElement>("[type=submit]");
    next?.focus({ preventScroll: true });
  }, [chosen, firstTime]);

  const nothing = (title: string, fits?: typeof isWanted) => (
    <NothingFree
      {...{ asked, title, fits, nameOf, waits: props.waits, onFull: props.onFull }}
      day={shown}
      hasOthers={props.onEmployee !== undefined}
      onChoose={chooseNext}
    />
  );
  return (
    <section ref={section} className="book-when" aria-label="When" tabIndex={-1} data-focus="">
      {props.isNow && shown === today && slots.data && !now && (
        <p className="dim" role="status">
          {describeNoneNow(asked)}
        </p>
      )}
      <TakenTime
        chosen={date < from || date > weekEnd(from) || chosen === props.current ? "" : chosen}
        employeeId={employeeId}
        week={isTyped ? undefined : slots}
        onChange={(isFree) => (isFree ? take(chosen) : onTime(date, "", wish))}
      />
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
        isEstimate={props.needsService ?? false}
        countOf={(left) => `${left} left`}
        onChoose={choose}
        instead={
          isTyped ? (
            <AnotherTime
              {...{ form, nameOf, asked, doubt: props.doubt, clash: props.clash }}
              onConflict={props.onConflict}
              onChange={props.onChange}
              lengthFor={props.lengthFor}
              onChoose={(slot) =>
                onTime(dayOf(slot.start), clockOf(slot.start), `${slot.employeeId}`)
              }
            />
          ) : (
            props.needsService && (
              <p className="dim" role="status">
                Choose a service to see its free times.
              </p>
            )
          )
        }
        empty={nothing(
          slots.data?.slots.length === 0
            ? describeNone("Full", "this week", name)
            : describeNone(why, when, name),
        )}
        unwanted={nothing("None of these times fits what they asked for", isWanted)}
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
