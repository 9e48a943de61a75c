import CalendarSync from "lucide-react/icons/calendar-sync";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import Clock3 from "lucide-react/icons/clock-3";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { type Employee, employees } from "#src/calendar/employees/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { classes } from "#ui/kit/classes.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { CalendarFeed } from "./calendar-feed.tsx";
import { DeleteEmployee } from "./delete-employee.tsx";
import { EmployeeHours } from "./employee-hours.tsx";

interface EmployeeRowProps {
  employee: Employee;
  place: number;
  isLast: boolean;
}

export function EmployeeRow({ employee, place, isLast }: EmployeeRowProps) {
  const { id, name } = employee;
  const [opened, setOpened] = useState<"hours" | "feed">();
  const [deleting, setDeleting] = useState(false);
  const move = useAct(employees.change, { errors: "Failed to move employee" });
  const toggle = (part: "hours" | "feed") => setOpened(opened === part ? undefined : part);

  return (
    <li className="border-line border-t first:border-t-0">
      <div className="line-row phone:flex-wrap">
        <Avatar id={id} name={name} />
        <div className="flex-1 min-w-0">
          <p className="h3 clip">{name}</p>
          <p className="sm dim num">{formatHours(employee)}</p>
        </div>
        <div className="flex items-center min-w-0 gap-0 phone:w-full phone:justify-end">
          <IconButton
            icon={ChevronUp}
            label={`Move ${name} up`}
            className={classes(place === 0 && "invisible")}
            onClick={() => move.run({ params: { id }, body: { displayOrder: place - 1 } })}
          />
          <IconButton
            icon={ChevronDown}
            label={`Move ${name} down`}
            className={classes(isLast && "invisible")}
            onClick={() => move.run({ params: { id }, body: { displayOrder: place + 1 } })}
          />
          <IconButton
            icon={Clock3}
            label={`Working hours of ${name}`}
            aria-expanded={opened === "hours"}
            onClick={() => toggle("hours")}
          />
          <IconButton
            icon={CalendarSync}
            label={`Calendar of ${name}`}
            aria-expanded={opened === "feed"}
            onClick={() => toggle("feed")}
          />
          <IconButton
            icon={Trash2}
            variant="quiet-bad"
            label={`Delete ${name}`}
            onClick={() => setDeleting(true)}
          />
        </div>
      </div>
      {opened === "hours" && (
        <EmployeeHours employee={employee} onClose={() => setOpened(undefined)} />
      )}
      {opened === "feed" && <CalendarFeed employee={employee} />}
      {deleting && <DeleteEmployee employee={employee} onClose={() => setDeleting(false)} />}
    </li>
  );
}

function formatHours({ workStartTime, workEndTime }: Employee): string {
  if (workStartTime === null && workEndTime === null) return "The salon's hours";
  const from = workStartTime === null ? "opening" : formatClock(workStartTime);
  const to = workEndTime === null ? "closing" : formatClock(workEndTime);
  return `${from} to ${to}`;
}
