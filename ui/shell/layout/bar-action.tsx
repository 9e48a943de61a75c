import { Button, type ButtonProps } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";

interface BarActionProps extends Omit<ButtonProps, "icon" | "children" | "size" | "fill"> {
  icon: NonNullable<ButtonProps["icon"]>;
  /** Its label, and its accessible name on a phone, where only the icon is visible. */
  children: string;
}

/** A screen's action in the bar; also as the trigger of a dialog. */
export function BarAction({ children, className, ...rest }: BarActionProps) {
  return (
    <Button
      {...rest}
      aria-label={children}
      className={classes(!rest.busy && "phone:w-10 phone:px-0", className)}
    >
      <span className="no-phone">{children}</span>
    </Button>
  );
}
