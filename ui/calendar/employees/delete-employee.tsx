import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { type Employee, employees } from "#src/calendar/employees/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { useApi } from "#ui/api.ts";
import { AffectedVisits } from "#ui/calendar/hours/affected-visits.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { Select } from "#ui/kit/select.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { read } from "#ui/shell/data/read.ts";
import { employeesQuery } from "./employee-queries.ts";

const DELETE = "delete";
const TEXT = "text";

/** For a choice other than an employee. */
const ACTIONS: Readonly<Record<string, string>> = { [DELETE]: "Delete", [TEXT]: "Text and Delete" };
const HINTS: Readonly<Record<string, string>> = {
  [DELETE]: "Clients won't be notified.",
  [TEXT]: "Clients with a phone number get a text and can reply to find another time.",
};
const QUERIES: Readonly<Record<string, { textClients?: "true" }>> = {
  [DELETE]: {},
  [TEXT]: { textClients: "true" },
};

interface DeleteEmployeeProps {
  employee: Employee;
  onClose: () => void;
}

/** Says how many appointments are still to come, and offers to move them to someone else. */
export function DeleteEmployee({ employee: { id, name }, onClose }: DeleteEmployeeProps) {
  const api = useApi();
  const { data: all = [] } = useQuery(employeesQuery(api));
  const { data: upcoming } = useQuery({
    ...read(api, employees.upcoming, { params: { id }, query: {} }),
    staleTime: 0,
  });
  const others = all.filter((one) => one.id !== id);
  const canChoose = Boolean(upcoming && upcoming.count > 0);
  const [chosen, setChosen] = useState<string>();
  const [first] = others;
  const choice = canChoose ? (chosen ?? String(first?.id ?? TEXT)) : DELETE;
  const reassignTo = ACTIONS[choice] === undefined ? choice : undefined;
  const { data: { affected = [] } = {} } = useQuery({
    ...read(api, employees.upcoming, { params: { id }, query: { reassignTo } }),
    staleTime: 0,
    enabled: reassignTo !== undefined,
  });
  const [textsClients, setTextsClients] = useState(true);
  const nextEmployee = others.find((one) => String(one.id) === reassignTo)?.name;
  const removal = useAct(employees.remove, {
    done: "Employee deleted",
    onDone: onClose,
    errors: "Failed to delete employee",
  });

  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete Employee"
      description={`Are you sure you want to delete ${name}? This also deletes their appointments.`}
      action={ACTIONS[choice] ?? "Move and Delete"}
      busy={(removal.isPending && "Deleting...") || (!upcoming && "Loading...")}
      error={removal.errorMessage}
      onConfirm={() =>
        removal.run({
          params: { id },
          query: QUERIES[choice] ?? {
            reassignTo: choice,
            textClients: textsClients ? "true" : "false",
            ...(affected.length > 0 && { allowOverlap: "true" }),
          },
        })
      }
    >
      {canChoose && (
        <Field
          label={`${formatCount(upcoming?.count ?? 0, "upcoming appointment")}`}
          hint={HINTS[choice] ?? "Past appointments are deleted."}
        >
          <Select
            value={choice}
            onValueChange={setChosen}
            options={[
              ...others.map((one) => ({ value: String(one.id), label: `Move to ${one.name}` })),
              { value: TEXT, label: "Cancel them and text the clients" },
              { value: DELETE, label: "Delete them" },
            ]}
          />
        </Field>
      )}
      {reassignTo !== undefined && (
        <Checkbox checked={textsClients} onChange={() => setTextsClients(!textsClients)}>
          Text their clients
        </Checkbox>
      )}
      {affected.length > 0 && (
        <>
          <Note tone="wait" icon={TriangleAlert} role="status">
            {nextEmployee} isn't free for {affected.length} of these appointments. Change them
            first, or move them anyway.
          </Note>
          <AffectedVisits visits={affected} mayLeave={false} />
        </>
      )}
    </ConfirmDialog>
  );
}
