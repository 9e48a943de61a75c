import type { LucideIcon } from "lucide-react";
import { classes } from "./classes.ts";

interface IconProps {
  of: LucideIcon;
  /** `s` is 14 px for badges and errors, `l` 20 px for toasts and empty states; else 16. */
  size?: "s" | "l" | undefined;
  className?: string | undefined;
}

/** Always decorative: the adjacent text or the button's label carries the meaning. */
export function Icon({ of: Drawing, size, className }: IconProps) {
  return <Drawing className={classes("i", size, className)} aria-hidden="true" />;
}
