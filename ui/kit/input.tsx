import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { useFieldWiring } from "./field.tsx";

interface InputProps extends ComponentProps<"input"> {
  /** Filled and without a border: for search boxes, not for forms. */
  soft?: boolean | undefined;
  onValueChange?: ((value: string) => void) | undefined;
}

const EMPTY: Readonly<Record<string, string>> = { time: "Choose a time", date: "Choose a day" };

export function Input({ soft, className, onValueChange, ...rest }: InputProps) {
  const wiring = useFieldWiring();
  const empty = EMPTY[rest.type ?? ""];
  return (
    <input
      {...wiring}
      {...(onValueChange && {
        onChange: ({ currentTarget }) => onValueChange(currentTarget.value),
      })}
      {...rest}
      {...(empty && rest.value === "" && { "data-empty": rest.placeholder ?? empty })}
      className={classes("input", soft && "soft", className)}
    />
  );
}

/** For the phone number of the person who fills in the form. */
export function PhoneInput(props: InputProps) {
  return <Input type="tel" className="num" inputMode="tel" autoComplete="tel" {...props} />;
}
