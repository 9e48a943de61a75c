import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { type ButtonLook, buttonClass } from "./button-class.ts";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  icon?: LucideIcon | undefined;
  /** The label while it works ("Saving..."). */
  busy?: string | false | undefined;
}

export function Button({ variant, size, fill, icon, busy, className, ...rest }: ButtonProps) {
  return (
    // The same element while it works, or it would lose the focus.
    <button
      type="button"
      {...rest}
      {...(busy && BUSY)}
      className={classes(buttonClass({ variant, size, fill }), className)}
    >
      {busy ? <span className="spin" aria-hidden="true" /> : icon && <Icon of={icon} />}
      {busy || rest.children}
    </button>
  );
}

/** Not `disabled`, which would lose the focus, too; clicks and submits are ignored. */
const BUSY = {
  type: "button",
  onClick: undefined,
  "aria-busy": true,
  "aria-disabled": true,
} as const;
