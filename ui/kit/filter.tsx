import Check from "lucide-react/icons/check";
import ListFilter from "lucide-react/icons/list-filter";
import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { IconButton } from "./icon-button.tsx";
import { Menu, MenuItem } from "./menu.tsx";
import { Segmented } from "./segmented.tsx";

interface FilterProps<Value extends string> {
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
  /** The button on a phone instead of the usual one; it carries the class `only-phone`. */
  trigger?: ComponentProps<typeof Menu>["trigger"];
}

export const PHONE_FILTER = "only-phone h-11! w-11!";
export const PHONE_FILTER_CHOSEN = "bg-accent-soft text-accent-ink";

/** A list's filter; the first option is no filter. All choices, or one button where they do not fit. */
export function Filter<Value extends string>(props: FilterProps<Value>) {
  const { value, onValueChange, options } = props;
  const [all] = options;
  const chosen = options.find((option) => option.value === value)?.label;
  const button = (
    <IconButton
      icon={ListFilter}
      variant="secondary"
      label={`Filter: ${chosen}`}
      className={classes(PHONE_FILTER, value !== all?.value && PHONE_FILTER_CHOSEN)}
    />
  );
  return (
    <>
      <Segmented
        label="Show"
        className="no-phone"
        value={value}
        onValueChange={onValueChange}
        options={options}
      />
      <ChoiceMenu {...props} trigger={props.trigger ?? button} />
    </>
  );
}

/** One choice of several behind a button. */
export function ChoiceMenu<Value extends string>(
  props: FilterProps<Value> & Required<Pick<FilterProps<Value>, "trigger">>,
) {
  const { value, onValueChange, options, trigger } = props;
  return (
    <Menu trigger={trigger}>
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
