import CalendarDays from "lucide-react/icons/calendar-days";
import Clock from "lucide-react/icons/clock";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { formatClock, toClock } from "#src/shared/clock-time.ts";
import { DropDown } from "#ui/kit/drop-down.tsx";
import { ListOption } from "#ui/kit/list-option.tsx";
import { afterFocusMoves } from "#ui/kit/return-focus.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt, formatFullDay } from "#ui/shell/format/dates.ts";
import { LazyCalendar } from "./lazy-calendar.tsx";
import { readDay, readTime } from "./read-typed.ts";
import { TypedField } from "./typed-field.tsx";
import { type TypedInputProps, useTypedInput } from "./typed-input.ts";

/** Loaded together: most dialogs have both. */
export const OWN_FIELDS = { date: DateField, time: TimeField };

/** A day as it is typed, or one from a month. Arrow Down leads into the month. */
function DateField(props: TypedInputProps) {
  const { value: _, onValueChange: _change, className, min: first, max: last, ...rest } = props;
  const [min, max] = [first?.toString(), last?.toString()];
  const popupId = useId();
  const box = useRef<HTMLDivElement>(null);
  const { now, timeZone } = useBusinessTime();
  const today = dayAt(now, timeZone);
  const field = useTypedInput(props, {
    type: "date",
    read: (text) => readDay(text, { today, max }),
    format: formatFullDay,
  });
  const [opened, setOpened] = useState<"typing" | "browsing">();

  function close() {
    if (box.current?.querySelector("[popover]")?.contains(document.activeElement))
      field.input.current?.focus();
    setOpened(undefined);
  }

  function press(event: KeyboardEvent) {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      setOpened("browsing");
    } else if (event.key === "Enter" && opened) {
      event.preventDefault();
      setOpened(undefined);
    }
  }

  return (
    <TypedField
      {...rest}
      {...{ box, field, className }}
      icon={CalendarDays}
      isOpen={opened !== undefined}
      hint={opened ? undefined : "Type a day, such as 11/28, fri or +4w."}
      aria-haspopup="dialog"
      aria-controls={opened && popupId}
      onClick={() => opened || setOpened("typing")}
      onType={(text) => {
        field.type(text);
        if (opened) setOpened("typing");
      }}
      onKeyDown={press}
      onBlur={field.leave}
    >
      {opened && (
        <DropDown
          id={popupId}
          anchor={box}
          onClose={close}
          role="dialog"
          aria-label="Choose a day"
          className="month"
        >
          <LazyCalendar
            day={field.value}
            today={today}
            min={min}
            max={max}
            takesFocus={opened === "browsing"}
            onChoose={(day) => {
              field.choose(day);
              close();
            }}
          />
        </DropDown>
      )}
    </TypedField>
  );
}

const STEP_MINUTES = 15;
const DAY_MINUTES = 24 * 60;
const QUARTERS = Array.from({ length: DAY_MINUTES / STEP_MINUTES }, (_, at) =>
  toClock(at * STEP_MINUTES),
);

/** A time as it is typed, or one from a list in steps of 15 minutes. */
function TimeField(props: TypedInputProps) {
  const {
    value: _,
    onValueChange: _change,
    className,
    min: _min,
    max: _max,
    step: _step,
    ...rest
  } = props;
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const field = useTypedInput(props, { type: "time", read: readTime, format });
  const [opened, setOpened] = useState<{ typed: boolean; pointed: string; first?: string }>();
  const times = opened?.typed ? suggestions(field.text, field.value) : QUARTERS;
  const at = opened ? times.indexOf(opened.pointed) : -1;
  const isOpen = opened !== undefined && times.length > 0;
  const close = () => setOpened(undefined);

  function open(step = 0) {
    const from = field.value || "09:00";
    const next = QUARTERS.findIndex((time) => time >= from);
    const isBetween = QUARTERS[next] !== from;
    const pointed = QUARTERS[next + (isBetween && step > 0 ? 0 : step)] ?? from;
    setOpened({ typed: false, pointed, first: pointed });
  }

  function choose(time: string | undefined) {
    if (time !== undefined) field.choose(time);
    close();
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!opened) return open(field.value ? step : 0);
      const next = times[(at + step + times.length) % times.length];
      if (next) setOpened({ ...opened, pointed: next });
    } else if (event.key === "Enter" && isOpen) {
      event.preventDefault();
      choose(times[at]);
    }
  }

  return (
    <TypedField
      {...rest}
      {...{ box, field, className, isOpen }}
      icon={Clock}
      hint={opened ? undefined : "Type a time, such as 2:30p or 14:30."}
      aria-controls={isOpen ? listId : undefined}
      aria-autocomplete="list"
      aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
      onClick={() => isOpen || open()}
      onType={(text) => {
        field.type(text);
        setOpened({ typed: true, pointed: readTime(text) ?? "" });
      }}
      onKeyDown={press}
      onBlur={(event) => {
        afterFocusMoves(close);
        field.leave(event);
      }}
    >
      {isOpen && (
        <DropDown
          id={listId}
          anchor={box}
          onClose={close}
          role="listbox"
          aria-label="Times"
          className="list"
        >
          {times.map((time, index) => (
            <ListOption
              key={time}
              id={`${listId}-${index}`}
              chosen={index === at}
              centered={time === opened.first}
              className="min-h-9 touch:min-h-11"
              onPoint={() => setOpened({ ...opened, pointed: time })}
              onChoose={() => choose(time)}
            >
              <span className="num">{formatClock(time)}</span>
            </ListOption>
          ))}
        </DropDown>
      )}
    </TypedField>
  );
}

function format(time: string): string {
  return time === "" ? "" : formatClock(time);
}

/** Names the half of the day: "2:30p", "14:30", "09:00". */
const EXACT = /[apm]|^(?:0\d|1[3-9]|2\d):?\d\d$/i;

/**
 * What was typed, a quarter of an hour later, and the other half of the day. Nothing for an exact time,
 * so that the list covers no button.
 */
function suggestions(text: string, time: string): readonly string[] {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  if (time === "" || EXACT.test(text)) return [];
  return [0, STEP_MINUTES, DAY_MINUTES / 2].map((later) =>
    toClock((hour * 60 + minute + later) % DAY_MINUTES),
  );
}
