import Check from "lucide-react/icons/check";
import ListFilter from "lucide-react/icons/list-filter";
import type { Campaign } from "#src/campaigns/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";

export type Shown = "all" | Exclude<Campaign["status"], "draft">;

const OPTIONS = [
  { value: "all", label: "All" },
  { value: "sending", label: "Sending" },
  { value: "completed", label: "Completed" },
  { value: "stopped", label: "Stopped" },
  { value: "failed", label: "Failed" },
] as const satisfies { value: Shown; label: string }[];

export function shownFrom(text: string | null): Shown {
  return OPTIONS.find(({ value }) => value === text)?.value ?? "all";
}

interface StatusFilterProps {
  value: Shown;
  onValueChange: (value: Shown) => void;
}

/** All in sight, or behind one button where there is no room. */
export function StatusFilter({ value, onValueChange }: StatusFilterProps) {
  const chosen = OPTIONS.find((option) => option.value === value);
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
          <Button size="tiny" icon={ListFilter} className="only-phone">
            {value === "all" ? "Filter" : chosen?.label}
          </Button>
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
