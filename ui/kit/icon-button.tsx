import type { LucideIcon } from "lucide-react";
import { Button, type ButtonProps } from "./button.tsx";
import { classes } from "./classes.ts";

interface IconButtonProps extends Omit<ButtonProps, "children" | "busy" | "fill"> {
  icon: LucideIcon;
  /** Its name, said by screen readers and shown as the tooltip. */
  label: string;
  /** Shown instead of the name. */
  tip?: string;
}

export function IconButton({
  label,
  tip = label,
  variant = "quiet",
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Button
      aria-label={label}
      data-tip={tip}
      {...rest}
      variant={variant}
      className={classes("icon", className)}
    />
  );
}
