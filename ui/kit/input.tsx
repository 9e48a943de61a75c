import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { useFieldWiring } from "./field.tsx";

interface InputProps extends ComponentProps<"input"> {
  /** Filled and without a border: for search boxes, not for forms. */
  soft?: boolean | undefined;
  onValueChange?: ((value: string) => void) | undefined;
}

export function Input({ soft, className, onValueChange, ...rest }: InputProps) {
  const wiring = useFieldWiring();
  return (
    <input
      {...wiring}
      {...(onValueChange && {
        onChange: ({ currentTarget }) => onValueChange(currentTarget.value),
      })}
      {...rest}
      {...(rest.type === "time" &&
        rest.value === "" && { "data-empty": rest.placeholder ?? "Choose a time" })}
      className={classes("input", soft && "soft", className)}
    />
  );
}

/** For the phone number of the person who fills in the form. */
export function PhoneInput(props: InputProps) {
  return <Input type="tel" className="num" inputMode="tel" autoComplete="tel" {...props} />;
}
