import { classes } from "./classes.ts";

export interface ButtonLook {
  /** At most one primary on a screen. */
  variant?: "primary" | "secondary" | "quiet" | "danger" | "quiet-bad" | undefined;
  size?: "normal" | "tiny" | "big" | undefined;
  /** As wide as its parent. */
  fill?: boolean | undefined;
}

const VARIANTS = {
  primary: "primary",
  secondary: undefined,
  quiet: "quiet",
  danger: "danger",
  "quiet-bad": "quiet bad",
};

/** The class alone, for links, which must not be buttons. */
export function buttonClass({ variant = "secondary", size = "normal", fill }: ButtonLook): string {
  return classes("btn", VARIANTS[variant], size !== "normal" && size, fill && "fill");
}
