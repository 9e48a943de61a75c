import Check from "lucide-react/icons/check";
import type { ComponentProps } from "react";
import { Menu, MenuItem } from "./menu.tsx";
import { Segmented } from "./segmented.tsx";

interface FilterProps<Value extends string> {
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
  /** The button on a phone; it carries the class `only-phone`. */
  trigger: ComponentProps<typeof Menu>["trigger"];
  align?: ComponentProps<typeof Menu>["align"];
}

/** A list's filter: all choices, or one button where they do not fit. */
export function Filter<Value extends string>(props: FilterProps<Value>) {
  const { value, onValueChange, options } = props;
  return (
    <>
      <Segmented
        label="Show"
        className="no-phone"
        value={value}
        onValueChange={onValueChange}
        options={options}
      />
      <ChoiceMenu {...props} />
    </>
  );
}

/** One choice of several behind a button. */
export function ChoiceMenu<Value extends string>(props: FilterProps<Value>) {
  const { value, onValueChange, options, trigger, align } = props;
  return (
    <Menu trigger={trigger} align={align}>
      {options.map((option) => (
        <MenuItem
          key={option.value}
          onSelect={() => onValueChange(option.value)}
          icon={option.value === value ? Check : undefined}
        >
          {option.label}
          {option.value === value && <span className="sr">, shown now</span>}
        </MenuItem>
      ))}
    </Menu>
  );
}
