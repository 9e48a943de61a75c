import { useQuery } from "@tanstack/react-query";
import CalendarOff from "lucide-react/icons/calendar-off";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { type TimeOff, timeOff } from "#src/calendar/time-off/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { addDays, clockOf, dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardHead } from "#ui/kit/card.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatDate } from "./format-date.ts";
import { timeOffQuery } from "./queries.ts";

const TimeOffDialog = lazyDialog(async () => (await import("./time-off-dialog.tsx")).TimeOffDialog);

/** Upcoming time off and blocks. */
export function TimeOffCard({ employees }: { employees: readonly Employee[] }) {
  const { data = [] } = useQuery(timeOffQuery(useApi()));
  const [isAdding, setAdding] = useState(false);
  const remove = useAct(timeOff.remove, { done: "Time off removed" });
  const nameOf = (id: number | null) =>
    employees.find((one) => one.id === id)?.name ?? "The whole salon";
  return (
    <Card aria-label="Time Off">
      <CardHead title="Time Off">
        <Button size="tiny" icon={Plus} onClick={() => setAdding(true)}>
          Add Time Off
        </Button>
      </CardHead>
      {data.length === 0 && <p className="dim sm p-4">No time off planned.</p>}
      <ul>
        {data.map((one) => (
          <li key={one.id} className="row border-line border-b px-4 py-2">
            <Icon of={CalendarOff} />
            <span className="grow">
              <span className="h3 block">
                {nameOf(one.employeeId)}
                {one.reason !== "" && `: ${one.reason}`}
              </span>
              <span className="sm dim num">{formatSpan(one)}</span>
            </span>
            <IconButton
              icon={Trash2}
              label={`Remove time off for ${nameOf(one.employeeId)}, ${formatSpan(one)}`}
              disabled={remove.isPending}
              onClick={() => remove.run({ params: { id: one.id } })}
            />
          </li>
        ))}
      </ul>
      {isAdding && <TimeOffDialog employees={employees} onClose={() => setAdding(false)} />}
    </Card>
  );
}

/** "Thu, Nov 26, 2026", "…, 12:00 PM to 1:00 PM", or from one day to another. */
function formatSpan({ start, end }: Pick<TimeOff, "start" | "end">): string {
  const [first, until] = [dayOf(start), dayOf(end)];
  if (first === until) return `${formatDate(first)}, ${formatClock(start)} to ${formatClock(end)}`;
  const isWholeDays = clockOf(start) === "00:00" && clockOf(end) === "00:00";
  if (!isWholeDays)
    return `${formatDate(first)}, ${formatClock(start)} to ${formatDate(until)}, ${formatClock(end)}`;
  const last = addDays(until, -1);
  return last === first ? formatDate(first) : `${formatDate(first)} to ${formatDate(last)}`;
}
