import Check from "lucide-react/icons/check";
import ListFilter from "lucide-react/icons/list-filter";
import type { ContactState } from "#src/contacts/contract.ts";
import { classes } from "#ui/kit/classes.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";

const OPTIONS = [
  { value: "all", label: "All" },
  { value: "subscribed", label: "Subscribed" },
  { value: "opted-out", label: "Opted out" },
  { value: "undeliverable", label: "Undeliverable" },
] as const satisfies { value: ContactState; label: string }[];

interface StateFilterProps {
  value: ContactState;
  onValueChange: (value: ContactState) => void;
}

/** All in sight, or behind one button where there is no room. */
export function StateFilter({ value, onValueChange }: StateFilterProps) {
  const chosen = OPTIONS.find((option) => option.value === value)?.label;
  return (
    <>
      <Segmented
        label="Show"
        className="no-phone"
        value={value}
        onValueChange={onValueChange}
        options={OPTIONS}
      />
      <Menu
        trigger={
          <IconButton
            icon={ListFilter}
            variant="secondary"
            label={`Filter: ${chosen}`}
            className={classes(
              "only-phone h-11 w-11",
              value !== "all" && "bg-accent-soft text-accent-ink",
            )}
          />
        }
      >
        {OPTIONS.map((option) => (
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
    </>
  );
}
