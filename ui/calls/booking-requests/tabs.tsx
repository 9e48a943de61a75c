import type { Counts } from "#src/calls/booking-requests/contract.ts";
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
    <Segmented
      label="Show"
      className="justify-self-start phone:w-full phone:[&>*]:h-10 phone:[&>*]:flex-auto phone:[&>*]:gap-1 phone:[&>*]:px-1.5"
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
  );
}
