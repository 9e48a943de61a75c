import { useQuery } from "@tanstack/react-query";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { hours } from "#src/calendar/hours/contract.ts";
import type { Weekly } from "#src/shared/working-hours.ts";
import { useApi } from "#ui/api.ts";
import { Switch } from "#ui/kit/switch.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { employeeHoursQuery } from "./queries.ts";
import { UpcomingHours } from "./upcoming-hours.tsx";
import { WeekForm } from "./week-form.tsx";

interface EmployeeWeekProps {
  employee: Employee;
  /** The salon's hours, which apply to employees without separate hours. */
  business: Weekly;
}

export function EmployeeWeek({ employee, business }: EmployeeWeekProps) {
  const { data } = useQuery(employeeHoursQuery(useApi(), employee.id));
  const params = { id: employee.id };
  const save = useAct(hours.saveEmployee, { done: "Hours saved", errors: "Failed to save hours" });
  const remove = useAct(hours.removeUpcomingOfEmployee, { done: "Change removed" });
  if (!data) return <p className="dim sm p-4">Loading hours...</p>;
  const isOwn = data.weekly !== null;
  return (
    <>
      <div className="border-line border-b px-4 py-3">
        <Switch
          checked={!isOwn}
          disabled={save.isPending}
          onChange={() => save.run({ params, body: { weekly: isOwn ? null : business } })}
        >
          Works when the salon is open
        </Switch>
      </div>
      {data.weekly && (
        <WeekForm
          saved={data.weekly}
          isSaving={save.isPending}
          onSave={(weekly, from) => save.run({ params, body: { weekly, from } })}
        />
      )}
      <UpcomingHours
        upcoming={data.upcoming}
        onRemove={(from) => remove.run({ params: { ...params, from } })}
      />
    </>
  );
}
