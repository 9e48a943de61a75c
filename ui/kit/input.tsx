import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { useFieldWiring } from "./field.tsx";

interface InputProps extends ComponentProps<"input"> {
  /** Filled and without a border: for search boxes, not for forms. */
  soft?: boolean | undefined;
  onValueChange?: ((value: string) => void) | undefined;
}

/** In place of the dashes and letters of the browser's own field. */
const EMPTY_LABELS: Readonly<Record<string, string>> = {
  date: "Choose a day",
  time: "Choose a time",
};

export function Input({ soft, className, onValueChange, ...rest }: InputProps) {
  const wiring = useFieldWiring();
  const empty = rest.value === "" ? EMPTY_LABELS[rest.type ?? ""] : undefined;
  return (
    <input
      {...wiring}
      data-empty={empty && (rest.placeholder ?? empty)}
      {...(onValueChange && {
        onChange: ({ currentTarget }) => onValueChange(currentTarget.value),
      })}
      {...rest}
      className={classes("input", soft && "soft", className)}
    />
  );
}

/** For a code of digits that was texted, mailed or shown by an app. */
export function CodeInput(props: InputProps) {
  return <Input className="num" inputMode="numeric" autoComplete="one-time-code" {...props} />;
}

/** For the phone number of the person who fills in the form. */
export function PhoneInput(props: InputProps) {
  return <Input type="tel" className="num" inputMode="tel" autoComplete="tel" {...props} />;
}
