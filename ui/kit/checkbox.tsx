import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "children"> {
  /** Some of many: neither on nor off. */
  mixed?: boolean | undefined;
  /** The visible label; without one, pass an `aria-label`. */
  children?: ReactNode;
}

export function Checkbox({ mixed = false, className, children, ref, ...rest }: CheckboxProps) {
  const box = (
    <input
      {...rest}
      type="checkbox"
      className={classes("check", mixed && "mixed", className)}
      ref={(input) => {
        // HTML has no attribute for the mixed state.
        if (input) input.indeterminate = mixed;
        if (typeof ref === "function") return ref(input);
        if (ref) ref.current = input;
        return undefined;
      }}
    />
  );
  return children === undefined ? box : <Choice control={box}>{children}</Choice>;
}

/** A checkbox or switch with its label, which is clickable too. */
function Choice({ control, children }: { control: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is handed in
    <label className="choice">
      {control}
      {children}
    </label>
  );
}

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
