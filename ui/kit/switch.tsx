import type { ComponentProps, ReactNode } from "react";
import { Choice } from "./choice.tsx";
import { classes } from "./classes.ts";

interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "role" | "children"> {
  /** The visible label; without one, pass an `aria-label`. */
  children?: ReactNode;
}

/** Turns a setting on or off. For other choices, use Checkbox. */
export function Switch({ className, children, ...rest }: SwitchProps) {
  const control = (
    // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox announces its own state
    <input {...rest} type="checkbox" role="switch" className={classes("switch", className)} />
  );
  return children === undefined ? control : <Choice control={control}>{children}</Choice>;
}
