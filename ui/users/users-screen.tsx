import { useQuery } from "@tanstack/react-query";
import CircleAlert from "lucide-react/icons/circle-alert";
import { useState } from "react";
import type { User } from "#src/users/contract.ts";
import { useCall, wordsOf } from "#ui/api.ts";
import { Note } from "#ui/kit/note.tsx";
import { Bar } from "#ui/shell/bar.tsx";
import { Page } from "#ui/shell/page.tsx";
import { AllUsers } from "./all-users.tsx";
import { ApproveDialog } from "./approve-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { PendingApprovals } from "./pending-approvals.tsx";
import { usersQuery } from "./queries.ts";
import { SecondFactorDialog } from "./second-factor-dialog.tsx";
import { UserCounts } from "./user-counts.tsx";

export function UsersScreen() {
  const { data: users, error } = useQuery(usersQuery(useCall()));
  const [approving, setApproving] = useState<User>();
  const [deleting, setDeleting] = useState<User>();
  const [unlocking, setUnlocking] = useState<User>();

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
          <PendingApprovals users={users} onApprove={setApproving} onDelete={setDeleting} />
          <AllUsers users={users} onDelete={setDeleting} onSecondFactorOff={setUnlocking} />
        </div>
      </Page>
      {approving && <ApproveDialog user={approving} onClose={() => setApproving(undefined)} />}
      {unlocking && <SecondFactorDialog user={unlocking} onClose={() => setUnlocking(undefined)} />}
      {deleting && <DeleteDialog user={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}
