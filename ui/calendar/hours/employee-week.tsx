import { useQuery } from "@tanstack/react-query";
import CalendarClock from "lucide-react/icons/calendar-clock";
import { type ReactNode, useState } from "react";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { hours } from "#src/calendar/hours/contract.ts";
import type { Weekly } from "#src/shared/working-hours.ts";
import { useApi } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { savedMessage } from "./affected-visits.tsx";
import { employeeHoursQuery } from "./queries.ts";
import { UpcomingHours } from "./upcoming-hours.tsx";
import { WeekForm } from "./week-form.tsx";

/** `business` is the salon's week, which applies to employees without their own. */
export function EmployeeWeek({ employee, business }: { employee: Employee; business: Weekly }) {
  const { data } = useQuery(employeeHoursQuery(useApi(), employee.id));
  const params = { id: employee.id };
  const [asking, setAsking] = useState(false);
  const save = useAct(hours.saveEmployee, {
    done: (saved) => savedMessage("Hours saved", saved),
    onRefreshed: () => setAsking(false),
    errors: "Couldn't save the hours",
  });
  const saveWeek = (weekly: Weekly | null) => save.run({ params, body: { weekly } });
  const remove = useAct(hours.removeUpcomingOfEmployee, { done: "Change removed" });
  if (!data) return <p className="dim sm p-4">Loading hours...</p>;
  const isOwn = data.weekly !== null;
  return (
    <>
      <div className="border-line border-b px-4 py-3">
        <Switch checked={!isOwn} onChange={() => (isOwn ? setAsking(true) : saveWeek(business))}>
          Works when the salon is open
        </Switch>
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          title="Use Salon's Hours?"
          description={`We'll remove ${employee.name}'s own hours, with changes that you haven't saved.`}
          action="Use Salon's Hours"
          busy={save.isPending && "Saving..."}
          onConfirm={() => saveWeek(null)}
        />
      </div>
      {data.weekly ? (
        <WeekForm
          saved={data.weekly}
          isSaving={save.isPending}
          onSave={(weekly, from, onSaved) =>
            save.run({ params, body: { weekly, from } }, { onDone: onSaved })
          }
          notes={<OutsideHours notes={data.notes} />}
        />
      ) : (
        <OutsideHours notes={data.notes} />
      )}
      <UpcomingHours
        upcoming={data.upcoming}
        onRemove={(from) => remove.run({ params: { ...params, from } })}
      />
    </>
  );
}

/** Whose own hours lie outside the salon's, or when no one works. */
export function OutsideHours({
  notes,
  children,
}: {
  notes: readonly string[];
  children?: ReactNode;
}) {
  if (notes.length === 0) return null;
  return (
    <Note icon={CalendarClock} className="m-4 mb-0">
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {children && <div className="mt-3">{children}</div>}
    </Note>
  );
}
