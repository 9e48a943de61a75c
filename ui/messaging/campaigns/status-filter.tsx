import ListFilter from "lucide-react/icons/list-filter";
import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Filter } from "#ui/kit/filter.tsx";

export type CampaignFilter = "all" | Exclude<Campaign["status"], "draft">;

const OPTIONS = [
  { value: "all", label: "All" },
  { value: "scheduled", label: "Scheduled" },
  { value: "sending", label: "Sending" },
  { value: "completed", label: "Completed" },
  { value: "stopped", label: "Stopped" },
  { value: "failed", label: "Failed" },
] as const satisfies { value: CampaignFilter; label: string }[];

export function parseStatusFilter(text: string | null): CampaignFilter {
  return OPTIONS.find(({ value }) => value === text)?.value ?? "all";
}

interface StatusFilterProps {
  value: CampaignFilter;
  onValueChange: (value: CampaignFilter) => void;
}

export function StatusFilter({ value, onValueChange }: StatusFilterProps) {
  const chosen = OPTIONS.find((option) => option.value === value)?.label;
  return (
    <Filter
      value={value}
      onValueChange={onValueChange}
      options={OPTIONS}
      trigger={
        <Button size="tiny" icon={ListFilter} className="only-phone">
          {value === "all" ? "Filter" : chosen}
        </Button>
      }
    />
  );
}
