import { useState } from "react";
import { type Employee, employees } from "#src/calendar/employees/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Form } from "#ui/kit/form.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";

const USUAL = { start: "09:00", end: "17:00" } as const;

/** Edited in its row. */
export function EmployeeHours({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const [workStartTime, setStart] = useState(employee.workStartTime ?? USUAL.start);
  const [workEndTime, setEnd] = useState(employee.workEndTime ?? USUAL.end);
  const [tried, setTried] = useState(false);
  const save = useAct(employees.change, {
    done: "Working hours updated",
    onDone: onClose,
    errors: "Failed to update working hours",
  });
  const label =
    workEndTime <= workStartTime
      ? "End time must be after start time"
      : save.fieldErrors["workEndTime"];

  return (
    <Form
      className="grid gap-3 px-4 pb-4"
      aria-label={`Working hours of ${employee.name}`}
      onSubmit={() => {
        setTried(true);
        if (workEndTime > workStartTime)
          save.run({ params: { id: employee.id }, body: { workStartTime, workEndTime } });
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <Field label="Start time">
          <Input type="time" value={workStartTime} onValueChange={setStart} />
        </Field>
        <Field label="End time" error={tried ? label : undefined}>
          <Input type="time" value={workEndTime} onValueChange={setEnd} />
        </Field>
      </div>
      <div className="flex items-center gap-2 min-w-0 justify-end">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={save.isPending && "Saving..."}>
          Save
        </Button>
      </div>
    </Form>
  );
}
