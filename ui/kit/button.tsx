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
  const look = classes(buttonClass({ variant, size, fill }), className);
  if (busy) return <BusyButton {...rest} className={look} label={busy} />;

  return (
    <button type="button" {...rest} className={look}>
      {icon && <Icon of={icon} />}
      {rest.children}
    </button>
  );
}

/** Not `disabled`, which would lose the focus; clicks and submits are ignored. */
function BusyButton({ label, ...rest }: ComponentProps<"button"> & { label: string }) {
  return (
    <button {...rest} type="button" onClick={undefined} aria-busy="true" aria-disabled="true">
      <span className="spin" aria-hidden="true" />
      {label}
    </button>
  );
}
