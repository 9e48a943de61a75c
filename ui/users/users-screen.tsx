import { useQuery } from "@tanstack/react-query";
import CircleAlert from "lucide-react/icons/circle-alert";
import { type ComponentType, useState } from "react";
import type { User } from "#src/users/contract.ts";
import { useCall, wordsOf } from "#ui/api.ts";
import { LateDialog } from "#ui/kit/late-dialog.tsx";
import { Note } from "#ui/kit/note.tsx";
import { Bar } from "#ui/shell/bar.tsx";
import { Page } from "#ui/shell/page.tsx";
import { AllUsers } from "./all-users.tsx";
import { PendingApprovals } from "./pending-approvals.tsx";
import { usersQuery } from "./queries.ts";
import { UserCounts } from "./user-counts.tsx";
import type { Act } from "./user-menu.tsx";

interface UserDialogProps {
  user: User;
  onClose: () => void;
}

/** What each act asks; fetched with the press. */
const DIALOGS: Readonly<Record<Act, () => Promise<ComponentType<UserDialogProps>>>> = {
  permissions: async () => (await import("./permissions-dialog.tsx")).PermissionsDialog,
  role: async () => (await import("./role-dialog.tsx")).RoleDialog,
  "second-factor": async () => (await import("./second-factor-dialog.tsx")).SecondFactorDialog,
  delete: async () => (await import("./delete-dialog.tsx")).DeleteDialog,
  cascade: async () => (await import("./cascade-dialog.tsx")).CascadeDialog,
};

export function UsersScreen() {
  const { data: users, error } = useQuery(usersQuery(useCall()));
  const [asked, setAsked] = useState<{ user: User; act: Act }>();
  const ask = (user: User, act: Act) => setAsked({ user, act });

  return (
    <>
      <Bar title="Users" />
      <Page label="Users">
        <div className="mx-auto grid max-w-250 gap-7">
          {error && !users && (
            <Note tone="bad" icon={CircleAlert}>
              {wordsOf(error)}
            </Note>
          )}
          <UserCounts users={users} />
          <PendingApprovals
            users={users}
            onApprove={(user) => ask(user, "permissions")}
            onDelete={(user) => ask(user, "delete")}
          />
          <AllUsers users={users} onAct={ask} />
        </div>
      </Page>
      {asked && (
        <LateDialog
          key={asked.act}
          of={DIALOGS[asked.act]}
          props={{ user: asked.user, onClose: () => setAsked(undefined) }}
        />
      )}
    </>
  );
}
