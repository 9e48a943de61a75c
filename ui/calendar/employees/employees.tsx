import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { employees } from "#src/calendar/employees/contract.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Form } from "#ui/kit/form.tsx";
import { Input } from "#ui/kit/input.tsx";
import { WIDE } from "#ui/platform/settings/section-card.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { employeesQuery } from "./employee-queries.ts";
import { EmployeeRow } from "./employee-row.tsx";

/** The employees with a column on /appointments, their order and working hours. */
export function Employees() {
  const query = useQuery(employeesQuery(useApi()));
  const { data, error } = query;
  return (
    <div className={`${WIDE} grid gap-4`}>
      {error && !data && <LoadFailed query={query} />}
      {data?.length === 0 && (
        <p className="sm dim">No employees yet. Each employee gets a column in the schedule.</p>
      )}
      {data && data.length > 0 && (
        <ul className="-mx-4 -mt-4 border-line border-b">
          {data.map((employee, place) => (
            <EmployeeRow
              key={employee.id}
              employee={employee}
              place={place}
              isLast={place === data.length - 1}
            />
          ))}
        </ul>
      )}
      <NewEmployee />
    </div>
  );
}

function NewEmployee() {
  const [name, setName] = useState("");
  const add = useAct(employees.create, {
    done: "Employee added",
    // Keeps a name that was typed while this one was being saved.
    onDone: (_, { body }) => setName((now) => (now.trim() === body.name ? "" : now)),
    errors: "Failed to add employee",
  });
  const trimmed = name.trim();
  return (
    <Form
      className="flex gap-2 min-w-0 items-start"
      onSubmit={() => {
        if (trimmed !== "" && !add.isPending) add.run({ body: { name: trimmed } });
      }}
    >
      <Field label="Employee name" className="flex-1 min-w-0" error={add.fieldErrors["name"]}>
        <Input
          value={name}
          maxLength={80}
          autoComplete="off"
          placeholder="First and last name"
          onValueChange={setName}
        />
      </Field>
      <Button
        type="submit"
        className="beside mt-6"
        disabled={trimmed === ""}
        busy={add.isPending && "Adding..."}
      >
        Add Employee
      </Button>
    </Form>
  );
}
