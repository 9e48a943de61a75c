import CalendarDays from "lucide-react/icons/calendar-days";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { classes } from "#ui/kit/classes.ts";
import { DropDown } from "#ui/kit/drop-down.tsx";
import { useFieldWiring } from "#ui/kit/field.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt, formatFullDay } from "#ui/shell/format/dates.ts";
import { LazyCalendar } from "./lazy-calendar.tsx";
import { readDay } from "./read-day.ts";
import { type TypedInputProps, useTypedInput } from "./typed-input.ts";
import { Unread } from "./unread.tsx";

/** A day as it is typed, or one from a month. Arrow Down leads into the month. */
export function DateField(props: TypedInputProps) {
  const { value: _, onValueChange: _change, className, min: first, max: last, ...rest } = props;
  const [min, max] = [first?.toString(), last?.toString()];
  const wiring = useFieldWiring();
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
    <div ref={box} className={classes("with-i typed", className)}>
      <Icon of={CalendarDays} />
      <input
        {...wiring}
        {...rest}
        ref={field.input}
        className="input num"
        role="combobox"
        autoComplete="off"
        aria-haspopup="dialog"
        aria-expanded={opened !== undefined}
        aria-controls={opened && popupId}
        aria-invalid={wiring["aria-invalid"] ?? (field.isUnread && !opened ? true : undefined)}
        value={field.text}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={() => opened || setOpened("typing")}
        onChange={({ currentTarget }) => {
          field.type(currentTarget.value);
          if (opened) setOpened("typing");
        }}
        onKeyDown={press}
        onBlur={field.leave}
      />
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
      {field.isUnread && !opened && <Unread>Type a day, such as 11/28, fri or +4w.</Unread>}
    </div>
  );
}
