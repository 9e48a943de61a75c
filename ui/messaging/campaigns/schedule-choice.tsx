import { useRef } from "react";
import { Segmented } from "#ui/kit/segmented.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { wallTime } from "#ui/shell/format/dates.ts";
import { nextMorning } from "./scheduled-time.ts";
import { WhenFields } from "./when-fields.tsx";

interface ScheduleChoiceProps {
  /** Wall time in the business's zone; null to send now. */
  value: string | null;
  onValueChange: (wall: string | null) => void;
  error?: string | undefined;
}

const OPTIONS = [
  { value: "now", label: "Now" },
  { value: "later", label: "Schedule…" },
] as const;

export function ScheduleChoice({ value, onValueChange, error }: ScheduleChoiceProps) {
  const { now, timeZone } = useBusinessTime();
  const group = useRef<HTMLDivElement>(null);

  function choose(when: "now" | "later") {
    onValueChange(when === "now" ? null : nextMorning(wallTime(now, timeZone)));
    // Scrolls the fields into view, because a low window may not show them.
    requestAnimationFrame(() => group.current?.scrollIntoView({ block: "nearest" }));
  }

  return (
    <div ref={group} className="grid flex-none gap-2.5">
      <div className="flex items-center gap-2 min-w-0">
        <span className="label flex-1 min-w-0" aria-hidden="true">
          When
        </span>
        <Segmented
          label="When"
          value={value === null ? "now" : "later"}
          onValueChange={choose}
          options={OPTIONS}
        />
      </div>
      {value !== null && <WhenFields value={value} onValueChange={onValueChange} error={error} />}
    </div>
  );
}
