import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { useFieldWiring } from "./field.tsx";

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  const wiring = useFieldWiring();
  return <textarea rows={3} {...wiring} {...rest} className={classes("input", className)} />;
}
