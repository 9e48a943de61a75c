import { useQuery } from "@tanstack/react-query";
import CalendarOff from "lucide-react/icons/calendar-off";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { timeOff } from "#src/calendar/time-off/contract.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardHead } from "#ui/kit/card.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatSpan } from "./format-span.ts";
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
    <Card id="time-off" aria-label="Time Off">
      <CardHead title="Time Off">
        <Button size="tiny" icon={Plus} onClick={() => setAdding(true)}>
          Add Time Off
        </Button>
      </CardHead>
      {data.length === 0 && <p className="dim sm p-4">No time off planned.</p>}
      <ul>
        {data.map((one) => (
          <li
            key={one.id}
            className="flex items-center gap-2 min-w-0 border-line border-b px-4 py-2"
          >
            <Icon of={CalendarOff} />
            <span className="flex-1 min-w-0">
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
