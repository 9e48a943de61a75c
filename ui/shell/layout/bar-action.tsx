import { Button, type ButtonProps } from "#ui/kit/button.tsx";

interface BarActionProps
  extends Omit<ButtonProps, "icon" | "children" | "className" | "size" | "fill"> {
  icon: NonNullable<ButtonProps["icon"]>;
  /** Its label, and its accessible name and tooltip where only the icon fits. */
  children: string;
}

/** A screen's action in the bar; also as the trigger of a dialog. */
export function BarAction({ children, ...rest }: BarActionProps) {
  return (
    <Button {...rest} aria-label={children} data-tip={children} className="bar-words">
      <span className="words">{children}</span>
    </Button>
  );
}
