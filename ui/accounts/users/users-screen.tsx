import { useInfiniteQuery } from "@tanstack/react-query";
import UserRoundPlus from "lucide-react/icons/user-round-plus";
import { type ComponentType, useState } from "react";
import type { User } from "#src/accounts/users/contract.ts";
import { useApi } from "#ui/api.ts";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { useAllPages } from "#ui/shell/data/all-pages.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { AllUsers } from "./all-users.tsx";
import { CascadeDialog } from "./cascade-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { Invitations } from "./invitations.tsx";
import { PendingApprovals } from "./pending-approvals.tsx";
import { PermissionsDialog } from "./permissions-dialog.tsx";
import { usersQuery } from "./queries.ts";
import { RoleDialog } from "./role-dialog.tsx";
import { SecondFactorDialog } from "./second-factor-dialog.tsx";
import { UserCounts } from "./user-counts.tsx";
import type { UserAction } from "./user-menu.tsx";

const InviteDialog = lazyDialog(async () => (await import("./invite-dialog.tsx")).InviteDialog);

interface UserDialogProps {
  user: User;
  onClose: () => void;
}

/** The dialog of each action. */
const DIALOGS: Readonly<Record<UserAction, ComponentType<UserDialogProps>>> = {
  permissions: PermissionsDialog,
  role: RoleDialog,
  "second-factor": SecondFactorDialog,
  delete: DeleteDialog,
  cascade: CascadeDialog,
};

export function UsersScreen() {
  const list = useInfiniteQuery(usersQuery(useApi()));
  const { rows: users } = useAllPages(list);
  const { error } = list;
  const [opened, setOpened] = useState<{ user: User; action: UserAction }>();
  const [inviting, setInviting] = useState(false);
  const Dialog = opened && DIALOGS[opened.action];
  const open = (user: User, action: UserAction) => setOpened({ user, action });

  return (
    <>
      <Bar title="Users">
        <BarAction icon={UserRoundPlus} variant="primary" onClick={() => setInviting(true)}>
          Invite
        </BarAction>
      </Bar>
      <Page label="Users">
        <div className="mx-auto grid max-w-250 grid-cols-[minmax(0,1fr)] gap-7">
          {error && !users ? (
            <LoadFailed query={list} />
          ) : (
            <>
              <UserCounts users={users} />
              <PendingApprovals
                users={users}
                onApprove={(user) => open(user, "permissions")}
                onDelete={(user) => open(user, "delete")}
              />
              <Invitations />
              <AllUsers users={users} onAction={open} />
            </>
          )}
        </div>
      </Page>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {opened && Dialog && <Dialog user={opened.user} onClose={() => setOpened(undefined)} />}
    </>
  );
}
