import ListFilter from "lucide-react/icons/list-filter";
import { Button } from "#ui/kit/button.tsx";
import { Filter } from "#ui/kit/filter.tsx";
import { type CampaignFilter, STATUS_OPTIONS } from "./status.ts";

interface StatusFilterProps {
  value: CampaignFilter;
  onValueChange: (value: CampaignFilter) => void;
}

export function StatusFilter({ value, onValueChange }: StatusFilterProps) {
  const chosen = STATUS_OPTIONS.find((option) => option.value === value)?.label;
  return (
    <Filter
      value={value}
      onValueChange={onValueChange}
      options={STATUS_OPTIONS}
      trigger={
        <Button size="tiny" icon={ListFilter} className="only-phone">
          {value === "all" ? "Filter" : chosen}
        </Button>
      }
    />
  );
}
