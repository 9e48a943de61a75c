import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Employee, employees } from "#src/calendar/employees/contract.ts";
import { useApi } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Select } from "#ui/kit/select.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { read } from "#ui/shell/data/read.ts";
import { formatCount } from "#ui/shell/format/plural.ts";
import { employeesQuery } from "./employee-queries.ts";

const DELETE = "delete";

interface DeleteEmployeeProps {
  employee: Employee;
  onClose: () => void;
}

/** Says how many appointments are still to come, and offers to move them to someone else. */
export function DeleteEmployee({ employee: { id, name }, onClose }: DeleteEmployeeProps) {
  const api = useApi();
  const { data: all = [] } = useQuery(employeesQuery(api));
  const { data: upcoming } = useQuery({
    ...read(api, employees.upcoming, { params: { id } }),
    staleTime: 0,
  });
  const others = all.filter((one) => one.id !== id);
  const canMove = Boolean(upcoming && upcoming.count > 0 && others.length > 0);
  const [chosen, setChosen] = useState<string>();
  const [first] = others;
  const choice = canMove ? (chosen ?? String(first?.id)) : DELETE;
  const removal = useAct(employees.remove, {
    done: "Employee deleted",
    onDone: onClose,
    errors: "Failed to delete employee",
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => next || onClose()}
      title="Delete employee"
      description={`Are you sure you want to delete ${name}? This also deletes their appointments.`}
      action={choice === DELETE ? "Delete" : "Move and Delete"}
      busy={(removal.isPending && "Deleting...") || (!upcoming && "Loading...")}
      error={removal.errorMessage}
      onConfirm={() =>
        removal.run({ params: { id }, query: choice === DELETE ? {} : { reassignTo: choice } })
      }
    >
      {canMove && (
        <Field
          label={`${formatCount(upcoming?.count ?? 0, "upcoming appointment")}`}
          hint={choice === DELETE ? "Clients won't be notified." : "Past appointments are deleted."}
        >
          <Select
            value={choice}
            onValueChange={setChosen}
            options={[
              ...others.map((one) => ({ value: String(one.id), label: `Move to ${one.name}` })),
              { value: DELETE, label: "Delete them" },
            ]}
          />
        </Field>
      )}
    </ConfirmDialog>
  );
}
