import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import UserRoundCheck from "lucide-react/icons/user-round-check";
import UserRoundPlus from "lucide-react/icons/user-round-plus";
import UserRoundSearch from "lucide-react/icons/user-round-search";
import UsersRound from "lucide-react/icons/users-round";
import { type ComponentType, useState } from "react";
import { type Belongings, type User, users } from "#src/accounts/users/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { Chip } from "#ui/kit/chip.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Stat } from "#ui/kit/stat.tsx";
import { StatStrip } from "#ui/kit/stat-strip.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { useAllPages } from "#ui/shell/data/all-pages.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { AllUsers, type UserAction, UserRow } from "./all-users.tsx";
import { Invitations } from "./invitations.tsx";
import { PermissionsDialog } from "./permissions-dialog.tsx";
import { belongingsQuery, usersQuery } from "./queries.ts";

const InviteDialog = lazyDialog(async () => (await import("./invite-dialog.tsx")).InviteDialog);

interface UserDialogProps {
  user: User;
  onClose: () => void;
}

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
        <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
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
      title="Turn Off Two-Step Sign-In"
      description={`${user.username} will sign in with just a password. Only do this after you speak with them: “I lost my phone” is a common scam.`}
      action="Turn Off"
    />
  );
}

/** Makes a user an administrator, or an administrator a user. */
function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const becomesAdmin = user.role === "user";

  return (
    <ActDialog
      act={users.changeRole}
      input={{ params: { id: user.id }, body: { role: becomesAdmin ? "admin" : "user" } }}
      done={{
        title: becomesAdmin ? "Role changed to administrator" : "Role changed to user",
        description: `${user.username} needs to sign in again.`,
      }}
      busy="Changing..."
      onClose={onClose}
      title={becomesAdmin ? "Make Administrator" : "Make Regular User"}
      description={
        becomesAdmin
          ? `${user.username} will see every page, setting and user, and can approve campaigns and delete accounts, including yours.`
          : `${user.username} will only see the pages they had before, or the dashboard. You can edit their permissions afterward.`
      }
      action={becomesAdmin ? "Make Administrator" : "Make Regular User"}
      harmless
    />
  );
}

/** Deletes the user with everything they own, after listing it. */
function CascadeDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const api = useApi();
  const { data: belongings, error } = useQuery(belongingsQuery(api, user.id));
  const removal = useAct(users.remove, {
    done: "User deleted",
    onDone: onClose,
    errors: "inline",
  });
  const refusal = removal.error ?? error;

  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${user.username} and all they own?`}
      description={
        belongings ? (
          <>
            This will permanently delete the account, {describeBelongings(belongings)}. What stays:
            the record of texts sent and their cost, who opted out, and signed agreements. This
            action cannot be undone.
          </>
        ) : (
          "Counting what they own..."
        )
      }
      action="Delete Everything"
      busy={(removal.isPending && "Deleting...") || (!belongings && !error && "Counting...")}
      error={refusal ? errorMessage(refusal) : undefined}
      onConfirm={() => removal.run({ params: { id: user.id }, query: { cascade: "true" } })}
    />
  );
}

function describeBelongings({ contacts, campaigns, drafts }: Belongings): string {
  return [
    `${formatCount(contacts, "contact")} with their conversations, tags and notes`,
    formatCount(campaigns, "campaign"),
    `and ${formatCount(drafts, "draft")}`,
  ].join(", ");
}

interface PendingApprovalsProps {
  users: readonly User[] | undefined;
  onApprove: (user: User) => void;
  onDelete: (user: User) => void;
}

function PendingApprovals({ users, onApprove, onDelete }: PendingApprovalsProps) {
  const pending = users?.filter((user) => !user.approved) ?? [];
  return (
    <section aria-labelledby="pending">
      <div className="sec">
        <h2 className="h2" id="pending">
          Pending Approvals
        </h2>
        {pending.length > 0 && <Chip>{pending.length}</Chip>}
      </div>
      <Card>
        {pending.length === 0 && (
          <p className="dim flex items-center gap-2 p-4">
            {users ? "No one is waiting for approval." : "Loading users..."}
          </p>
        )}
        <ul>
          {pending.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              wide
              detail={
                <span className="flex flex-wrap gap-x-2">
                  <span>{user.email}</span>
                  <span className="faint whitespace-nowrap">
                    Registered <RelativeTime iso={user.createdAt} inline />
                  </span>
                </span>
              }
            >
              <Button variant="quiet-bad" size="tiny" onClick={() => onDelete(user)}>
                Delete
              </Button>
              <Button size="tiny" icon={UserRoundCheck} onClick={() => onApprove(user)}>
                Set Permissions & Approve
              </Button>
            </UserRow>
          ))}
        </ul>
      </Card>
    </section>
  );
}
