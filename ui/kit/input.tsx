import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { useFieldWiring } from "./field.tsx";

interface InputProps extends ComponentProps<"input"> {
  /** Filled and without a border: for search boxes, not for forms. */
  soft?: boolean | undefined;
}

export function Input({ soft, className, ...rest }: InputProps) {
  const wiring = useFieldWiring();
  return <input {...wiring} {...rest} className={classes("input", soft && "soft", className)} />;
}
