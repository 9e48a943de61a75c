import { useInfiniteQuery } from "@tanstack/react-query";
import UserRoundCheck from "lucide-react/icons/user-round-check";
import UserRoundPlus from "lucide-react/icons/user-round-plus";
import UserRoundSearch from "lucide-react/icons/user-round-search";
import UsersRound from "lucide-react/icons/users-round";
import { type ComponentType, useState } from "react";
import { type User, users } from "#src/accounts/users/contract.ts";
import { useApi } from "#ui/api.ts";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Stat } from "#ui/kit/stat.tsx";
import { StatStrip } from "#ui/kit/stat-strip.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { useAllPages } from "#ui/shell/data/all-pages.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { AllUsers } from "./all-users.tsx";
import { CascadeDialog } from "./cascade-dialog.tsx";
import { Invitations } from "./invitations.tsx";
import { PendingApprovals } from "./pending-approvals.tsx";
import { PermissionsDialog } from "./permissions-dialog.tsx";
import { usersQuery } from "./queries.ts";
import { RoleDialog } from "./role-dialog.tsx";
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
              <StatStrip>
                <Stat
                  icon={UserRoundSearch}
                  label="Pending Approval"
                  figure={users?.filter((user) => !user.approved).length}
                />
                <Stat
                  icon={UserRoundCheck}
                  label="Approved Users"
                  figure={users?.filter((user) => user.approved).length}
                />
                <Stat icon={UsersRound} label="Total Users" figure={users?.length} />
              </StatStrip>
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

function DeleteDialog({ user, onClose }: UserDialogProps) {
  const moves = user.approved ? "Their contacts and campaigns will be moved to you. " : "";
  return (
    <ActDialog
      act={users.remove}
      input={{ params: { id: user.id } }}
      done="User deleted"
      busy="Deleting..."
      onClose={onClose}
      title="Are you sure?"
      description={`This will permanently delete the account of ${user.username}. ${moves}This action cannot be undone.`}
      action="Delete"
    />
  );
}

/** For users who have lost their phone. */
function SecondFactorDialog({ user, onClose }: UserDialogProps) {
  return (
    <ActDialog
      act={users.removeSecondFactor}
      input={{ params: { id: user.id } }}
      done={{ title: "Two-step sign-in is off", description: `For ${user.username}.` }}
      busy="Turning off..."
      onClose={onClose}
      title="Turn off two-step sign-in"
      description={`${user.username} will sign in with just a password. Only do this after you speak with them: “I lost my phone” is a common scam.`}
      action="Turn off"
    />
  );
}
