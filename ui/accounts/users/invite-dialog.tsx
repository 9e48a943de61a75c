import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type PermissionsChange, users } from "#src/accounts/users/contract.ts";
import { useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Select } from "#ui/kit/select.tsx";
import { CopyInput } from "#ui/platform/settings/copy-field.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { NEW_USER, type PermissionChoice, permissionHint } from "./permission-choice.ts";
import { PermissionFields } from "./permission-fields.tsx";

type Kind = "user" | "pending" | "admin";

const KINDS = [
  { value: "user", label: "User with these permissions" },
  { value: "pending", label: "User who needs approval" },
  { value: "admin", label: "Administrator" },
] as const satisfies readonly { value: Kind; label: string }[];

/** Chooses what an invitation grants, then shows its link once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState<string>();
  return (
    <Dialog
      onClose={onClose}
      title="Invite a User"
      description="The link works once and expires in 7 days. The person who opens it chooses a username and password."
      size="wide"
    >
      {url ? (
        <>
          <DialogBody>
            <Field label="Invitation link" hint="Send it to one person. You won't see it again.">
              <CopyInput value={url} label="Copy the invitation link" />
            </Field>
          </DialogBody>
          <DialogFooter>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </DialogFooter>
        </>
      ) : (
        <ChoiceStep onCreated={setUrl} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ChoiceStepProps {
  onCreated: (url: string) => void;
  onClose: () => void;
}

function ChoiceStep({ onCreated, onClose }: ChoiceStepProps) {
  const { data: employees } = useQuery(employeesQuery(useApi()));
  const [kind, setKind] = useState<Kind>("user");
  const [changed, setChanged] = useState<PermissionChoice>();
  const choice = changed ?? { ...NEW_USER, employeeIds: employees?.map(({ id }) => id) ?? [] };
  const invite = useAct(users.invite, { onDone: (made) => onCreated(made.url) });

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        invite.run({ body: toBody(kind, choice) });
      }}
    >
      <DialogBody className="grid gap-5">
        <Field label="Account">
          <Select value={kind} onValueChange={setKind} options={KINDS} />
        </Field>
        {kind === "user" && (
          <>
            <PermissionFields choice={choice} employees={employees} onChange={setChanged} />
            <p className="hint" role="status">
              {permissionHint(choice)}
            </p>
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={kind === "user" && (choice.pages.length === 0 || !employees)}
          busy={invite.isPending && "Creating..."}
        >
          Create Link
        </Button>
      </DialogFooter>
    </form>
  );
}

function toBody(kind: Kind, choice: PermissionChoice) {
  if (kind !== "user") return { role: kind === "admin" ? ("admin" as const) : ("user" as const) };
  const permissions: PermissionsChange["permissions"] = {
    ...choice,
    pages: [...choice.pages],
    employeeIds: [...choice.employeeIds],
  };
  return { role: "user" as const, permissions };
}
