import { useQuery } from "@tanstack/react-query";
import CircleAlert from "lucide-react/icons/circle-alert";
import { useState } from "react";
import { useApi, wordsOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { WIDE } from "#ui/platform/settings/section-card.tsx";
import { employeesQuery } from "./employee-queries.ts";
import { EmployeeRow } from "./employee-row.tsx";
import { useAddEmployee } from "./use-employee-actions.ts";

/** Who has a column on /appointments, in which order, and from when to when. */
export function Employees() {
  const { data: employees, error } = useQuery(employeesQuery(useApi()));
  return (
    <div className={`${WIDE} grid gap-4`}>
      {error && !employees && (
        <Note tone="bad" icon={CircleAlert}>
          {wordsOf(error)}
        </Note>
      )}
      {employees?.length === 0 && (
        <p className="sm dim">Nobody yet. Each employee is a column of the schedule.</p>
      )}
      {employees && employees.length > 0 && (
        <ul className="-mx-4 -mt-4 border-line border-b">
          {employees.map((employee, place) => (
            <EmployeeRow
              key={employee.id}
              employee={employee}
              place={place}
              isLast={place === employees.length - 1}
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
  const { add, adding, error } = useAddEmployee(() => setName(""));
  const trimmed = name.trim();
  return (
    <form
      className="row items-start"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed !== "" && !adding) add(trimmed);
      }}
    >
      <Field label="Employee name" className="grow" error={error}>
        <Input
          value={name}
          maxLength={80}
          autoComplete="off"
          placeholder="First and last name"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </Field>
      <Button
        type="submit"
        className="beside mt-6"
        disabled={trimmed === ""}
        busy={adding && "Adding..."}
      >
        Add Employee
      </Button>
    </form>
  );
}
