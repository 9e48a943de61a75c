import type { Counts } from "#src/calls/booking-requests/contract.ts";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import type { Tab } from "./queries.ts";

const TABS = [
  ["all", "All"],
  ["pending", "Pending"],
  ["approved", "Approved"],
  ["rejected", "Rejected"],
] as const satisfies [Tab, string][];

interface TabsProps {
  tab: Tab;
  counts: Counts | undefined;
  onShow: (tab: Tab) => void;
}

export function Tabs({ tab, counts, onShow }: TabsProps) {
  return (
    <FilterBar>
      <Segmented
        label="Show"
        value={tab}
        onValueChange={onShow}
        options={TABS.map(([value, label]) => ({
          value,
          label: (
            <>
              {label} <span className="num faint">{counts?.[value].toLocaleString("en-US")}</span>
            </>
          ),
        }))}
      />
    </FilterBar>
  );
}
