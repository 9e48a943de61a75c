import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type User, users } from "#src/accounts/users/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { initialChoice, type PermissionChoice, permissionHint } from "./permission-choice.ts";
import { PermissionFields } from "./permission-fields.tsx";

/** Approves a user, or changes the user's permissions. */
export function PermissionsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { data: employees, error } = useQuery(employeesQuery(useApi()));
  const [changed, setChanged] = useState<PermissionChoice>();
  const choice = changed ?? initialChoice(user, employees?.map(({ id }) => id) ?? []);
  const labels = user.approved ? EDITING : APPROVING;

  const save = useAct(user.approved ? users.changePermissions : users.approve, {
    done: labels.done,
    onDone: onClose,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (choice.pages.length > 0 && employees)
      save.run({
        params: { id: user.id },
        body: {
          permissions: {
            ...choice,
            pages: [...choice.pages],
            employeeIds: [...choice.employeeIds],
          },
        },
      });
  }

  return (
    <Dialog
      onClose={onClose}
      title={labels.title}
      description={`Choose what ${user.username} can see. ${labels.consequence}`}
      size="wide"
    >
      <form onSubmit={submit}>
        <DialogBody>
          {error && !employees ? (
            <ErrorNote role="alert">{errorMessage(error)}</ErrorNote>
          ) : (
            <PermissionFields choice={choice} employees={employees} onChange={setChanged} />
          )}
          <p className="hint mt-4" role="status">
            {permissionHint(choice)}
          </p>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={choice.pages.length === 0 || !employees}
            busy={save.isPending && labels.busy}
          >
            {labels.action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

const APPROVING = {
  title: "Set Permissions & Approve",
  consequence: "They can sign in right away.",
  action: "Approve",
  busy: "Approving...",
  done: "User approved",
};
const EDITING = {
  title: "Edit Permissions",
  consequence:
    "Saving signs them out everywhere. The new permissions apply when they sign back in.",
  action: "Save Permissions",
  busy: "Saving...",
  done: "Permissions updated",
};
