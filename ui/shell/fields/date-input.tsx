import { useState, useSyncExternalStore } from "react";
import { Input } from "#ui/kit/input.tsx";
import { type Lazy, lazy, useLazy } from "#ui/kit/lazy.ts";
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

/** The browser's own field on touch screens, whose pickers are better, and until ours has loaded. */
function OwnInput({ type, code, ...props }: OwnInputProps) {
  const isMouse = useSyncExternalStore(watchPointer, hasMouse, () => false);
  const [isFocused, setFocused] = useState(false);
  const Field = useLazy(isMouse, code);
  if (Field) return <Field {...props} autoFocus={isFocused} />;
  return (
    <Input
      {...props}
      type={type}
      onFocus={() => setFocused(true)}
      onBlur={(event) => {
        setFocused(false);
        props.onBlur?.(event);
      }}
    />
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
