import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly SegmentedOption<Value>[];
  className?: string | undefined;
}

interface SegmentedOption<Value extends string> {
  value: Value;
  label: ReactNode;
  icon?: LucideIcon | undefined;
  /** Looks disabled; the caller says why when it is pressed. */
  disabled?: boolean | undefined;
}

/** One of a few visible choices. Built on radio buttons, so the browser handles the arrow keys. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, onValueChange, options, className } = props;
  const name = useId();

  return (
    <div className={classes("seg", className)} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="sr"
            name={name}
            value={option.value}
            checked={option.value === value}
            aria-disabled={option.disabled}
            onChange={() => onValueChange(option.value)}
          />
          {option.icon && <Icon of={option.icon} />}
          {option.label}
        </label>
      ))}
    </div>
  );
}
