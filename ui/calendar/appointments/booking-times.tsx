import { keepPreviousData, useQuery } from "@tanstack/react-query";
import ChevronLeft from "lucide-react/icons/chevron-left";
import Clock from "lucide-react/icons/clock";
import { useEffect, useEffectEvent, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import {
  availability,
  type FreeTime,
  MAX_AVAILABILITY_DAYS,
} from "#src/calendar/availability/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { waitlist } from "#src/calendar/waitlist/contract.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { addDays, clockOf, dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { formatDay } from "#ui/calendar/booking/format.ts";
import { FreeTimes, pickDay, weekEnd, whyNone } from "#ui/calendar/booking/free-times.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { read } from "#ui/shell/data/read.ts";
import { AnotherTime } from "./another-time.tsx";
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
  /** Whether the client wants a time; by default any. */
  isWanted?: (start: string) => boolean;
  /** Chooses the time now, if it is free, while none is chosen. */
  isNow?: boolean;
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

interface Asked {
  /** The visit that moves, instead of services. */
  readonly appointmentId?: number;
  /** Such as "1,5,9". */
  readonly services?: string;
  readonly minutes?: number;
  readonly employeeId?: number;
}

/** How long a client waits. */
const WAIT_DAYS = 28;

/** The free times of seven days, or any other time. */
export function BookingTimes(props: BookingTimesProps) {
  const { form, employees, asked, wish, isTyped, today, firstDay, isTaken, onTyped, onTime } =
    props;
  const [from, setFrom] = useState(
    firstDay !== undefined && firstDay > weekEnd(today) ? firstDay : today,
  );
  const [day, setDay] = useState(firstDay);
  const slots = useQuery({
    ...read(useApi(), availability.slots, {
      query: {
        ...asked,
        ...(asked.appointmentId === undefined && { withNow: "1" as const }),
        ...{ from, to: weekEnd(from) },
      },
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
  const { date, startTime, employeeId } = form.watch();
  const nameOf = (id: number) =>
    firstNameOf(employees.find((one) => one.id === id)?.name ?? "another employee");
  const now = slots.data?.now;
  const choose = (start: string) => {
    const slot = [now, ...(slots.data?.slots ?? [])].find((one) => one?.start === start);
    onTime(dayOf(start), clockOf(start), String(slot?.employeeId ?? wish), slot);
  };
  const chosen = startTime === "" ? "" : `${date}T${startTime}:00`;
  const isWanted = day !== undefined && day >= from && day <= weekEnd(from);
  // Keeps the day that was asked for, even if it's full. Another week opens on its first free day.
  const shown = isWanted ? day : from === today ? today : pickDay(slots.data?.slots, from);
  // Of a caller's time, who performs what is known once the free times are.
  const isShared =
    !isTyped && slots.data?.slots.some(({ start, parts }) => start === chosen && parts);
  const share = useEffectEvent(() => choose(chosen));
  useEffect(() => {
    if (isShared) share();
  }, [isShared]);
  const picksNow =
    props.isNow && startTime === "" && shown === today && !slots.isPlaceholderData && now;
  const pickNow = useEffectEvent(() => now && choose(now.start));
  useEffect(() => {
    if (picksNow) pickNow();
  }, [picksNow]);

  return (
    <section className="book-when" aria-label="When" tabIndex={-1} data-focus="">
      <FreeTimes
        from={from}
        earliest={today}
        onWeek={setFrom}
        query={slots}
        nameOf={nameOf}
        day={isTyped ? date : shown}
        onDay={(chosen) => {
          setDay(chosen);
          if (isTyped) onTime(chosen, startTime, employeeId);
        }}
        start={chosen === props.current ? "" : chosen}
        current={props.current}
        {...(props.isWanted && { isWanted: props.isWanted })}
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
          <NothingFree
            asked={asked}
            day={shown}
            text={
              slots.data?.slots.length === 0
                ? "Nothing is free this week."
                : `${whyNone(slots.data, shown)} ${shown === today ? "today" : `on ${formatDay(shown)}`}.`
            }
            contactId={props.contactId}
            onDay={(next) => {
              setDay(next);
              if (next > weekEnd(from)) setFrom(next);
            }}
            onClose={props.onClose}
          />
        }
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

interface NothingFreeProps {
  asked: Asked;
  day: string;
  /** Why there are none. */
  text: string;
  contactId: number | undefined;
  onDay: (day: string) => void;
  onClose: () => void;
}

/** Offered when a day or week is full: the next free day, and the waitlist. */
function NothingFree(props: NothingFreeProps) {
  const { asked, day, text, contactId, onDay, onClose } = props;
  const { services, employeeId = null } = asked;
  const { user } = useCurrentUser();
  const wait = useAct(waitlist.add, { done: "Added to the waitlist", onDone: onClose });
  const query = { ...asked, from: day, to: addDays(day, MAX_AVAILABILITY_DAYS - 1) };
  const { data } = useQuery(read(useApi(), availability.slots, { query }));
  const next = data?.slots.find(({ start }) => dayOf(start) > day);
  return (
    <div className="grid justify-items-start gap-2" role="status">
      <p className="dim">{data && !next ? "Nothing is free in the next two months." : text}</p>
      {next && (
        <Button onClick={() => onDay(dayOf(next.start))}>
          Next free: {formatDay(dayOf(next.start))}
        </Button>
      )}
      {contactId !== undefined && services !== undefined && user && mayOpen(user, "/waitlist") && (
        <Button
          busy={wait.isPending && "Adding..."}
          onClick={() =>
            wait.run({
              body: {
                ...{ contactId, employeeId, from: day, to: addDays(day, WAIT_DAYS) },
                services: services.split(",").map(Number),
              },
            })
          }
        >
          Add to Waitlist
        </Button>
      )}
    </div>
  );
}
