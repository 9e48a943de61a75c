import CalendarDays from "lucide-react/icons/calendar-days";
import Clock from "lucide-react/icons/clock";
import { useState, useSyncExternalStore } from "react";
import { formatClock } from "#src/shared/clock-time.ts";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { Input } from "#ui/kit/input.tsx";
import { type Lazy, lazy, useLazy } from "#ui/kit/lazy.ts";
import { formatFullDay } from "#ui/shell/format/dates.ts";
import type { TypedInputProps } from "./typed-input.ts";

const dateField = lazy<TypedInputProps>(
  async () => (await import("./own-fields.tsx")).OWN_FIELDS.date,
);
const timeField = lazy<TypedInputProps>(
  async () => (await import("./own-fields.tsx")).OWN_FIELDS.time,
);

/** For screens of staff. Client pages keep the browser's own fields. */
export function DateInput(props: TypedInputProps) {
  return <OwnInput {...props} type="date" code={dateField} />;
}

export function TimeInput(props: TypedInputProps) {
  return <OwnInput {...props} type="time" code={timeField} />;
}

interface OwnInputProps extends TypedInputProps {
  type: "date" | "time";
  code: Lazy<TypedInputProps>;
}

/** With the browser's picker on touch screens, where it is better, and until ours has loaded. */
function OwnInput({ type, code, ...props }: OwnInputProps) {
  const isMouse = useSyncExternalStore(watchPointer, hasMouse, () => false);
  const [isFocused, setFocused] = useState(false);
  const Field = useLazy(isMouse, code);
  if (Field) return <Field {...props} autoFocus={isFocused} />;
  const { className, ...rest } = props;
  const isDate = type === "date";
  return (
    <div className={classes("with-i typed", className)}>
      <Icon of={isDate ? CalendarDays : Clock} />
      <Input
        {...rest}
        type={type}
        data-text={props.value ? (isDate ? formatFullDay : formatClock)(props.value) : undefined}
        onFocus={() => setFocused(true)}
        onBlur={(event) => {
          setFocused(false);
          props.onBlur?.(event);
        }}
      />
    </div>
  );
}

const MOUSE = "(pointer: fine)";

function hasMouse(): boolean {
  return matchMedia(MOUSE).matches;
}

function watchPointer(onChange: () => void): () => void {
  const query = matchMedia(MOUSE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
