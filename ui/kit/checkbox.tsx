import type { ComponentProps, ReactNode } from "react";
import { Choice } from "./choice.tsx";
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
