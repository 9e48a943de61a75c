import type { Employee } from "#src/calendar/employees/contract.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { bookedCount } from "./lane-head.tsx";
import type { Lane } from "./layout.ts";

interface EmployeePillsProps {
  employees: readonly Employee[];
  /** Of all employees. */
  lanes: readonly Lane[];
  chosen: number;
  onChoose: (employeeId: number) => void;
}

/** A phone has room for one employee at a time. */
export function EmployeePills({ employees, lanes, chosen, onChoose }: EmployeePillsProps) {
  return (
    <fieldset className="pills" aria-label="Employee">
      {employees.map(({ id, name }) => (
        <button key={id} type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
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
