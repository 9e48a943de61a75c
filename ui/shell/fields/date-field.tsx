import CalendarDays from "lucide-react/icons/calendar-days";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { DropDown } from "#ui/kit/drop-down.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt, formatFullDay } from "#ui/shell/format/dates.ts";
import { LazyCalendar } from "./lazy-calendar.tsx";
import { readDay } from "./read-typed.ts";
import { TypedField } from "./typed-field.tsx";
import { type TypedInputProps, useTypedInput } from "./typed-input.ts";

/** A day as it is typed, or one from a month. Arrow Down leads into the month. */
export function DateField(props: TypedInputProps) {
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
