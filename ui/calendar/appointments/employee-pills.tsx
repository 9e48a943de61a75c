import Users from "lucide-react/icons/users";
import { useEffect, useRef } from "react";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { bookedCount } from "./lane-head.tsx";
import type { Lane } from "./layout.ts";

interface EmployeePillsProps {
  employees: readonly Employee[];
  /** Of all employees. */
  lanes: readonly Lane[];
  /** Of a week, which may be everyone's. */
  isWeek: boolean;
  /** Undefined for everyone. */
  chosen: number | undefined;
  onChoose: (employeeId: number | undefined) => void;
}

/** Whose week is shown, and whose day on a phone, which has room for one. */
export function EmployeePills({ employees, lanes, isWeek, chosen, onChoose }: EmployeePillsProps) {
  const pills = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // On a phone the chosen one may be beyond the edge.
    pills.current
      ?.querySelector(`[data-employee="${chosen}"]`)
      ?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <fieldset ref={pills} className={classes("pills", isWeek && "week")}>
      <legend className="sr">Employee</legend>
      {isWeek && (
        <button
          type="button"
          aria-pressed={employees.every(({ id }) => id !== chosen)}
          onClick={() => onChoose(undefined)}
        >
          <Icon of={Users} className="ml-2" />
          Everyone
        </button>
      )}
      {employees.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          data-employee={id}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          <Avatar id={id} name={name} size="s" />
          {name}
          <span className="num dim">
            {lanes
              .filter(({ employeeId }) => employeeId === id)
              .reduce((sum, lane) => sum + bookedCount(lane), 0)}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
