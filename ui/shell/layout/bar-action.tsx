import { Button, type ButtonProps } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";

interface BarActionProps
  extends Omit<ButtonProps, "icon" | "children" | "className" | "size" | "fill"> {
  icon: NonNullable<ButtonProps["icon"]>;
  /** Its label, and its accessible name and tooltip where only the icon fits. */
  children: string;
  /** The screen's only action, which keeps its words on a tablet. */
  isOnly?: boolean;
}

/** A screen's action in the bar; also as the trigger of a dialog. */
export function BarAction({ children, isOnly = false, ...rest }: BarActionProps) {
  return (
    <Button
      {...rest}
      aria-label={children}
      data-tip={children}
      className={classes("bar-words", isOnly && "only")}
    >
      <span className="words">{children}</span>
    </Button>
  );
}
