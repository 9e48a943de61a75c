import type { User } from "#src/accounts/users/contract.ts";
import { Card } from "#ui/kit/card.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";

export function UserCounts({ users }: { users: readonly User[] | undefined }) {
  return (
    <Card aria-label="Counts" aria-busy={users === undefined}>
      <dl className="grid grid-cols-3 divide-x divide-line">
        <Count label="Pending Approval" figure={users?.filter((user) => !user.approved).length} />
        <Count label="Approved Users" figure={users?.filter((user) => user.approved).length} />
        <Count label="Total Users" figure={users?.length} />
      </dl>
    </Card>
  );
}

function Count({ label, figure }: { label: string; figure: number | undefined }) {
  return (
    <div className="flex flex-col justify-between gap-1 p-4 phone:p-3">
      <dt className="dim text-sm">{label}</dt>
      <dd className="num font-semibold text-figure tracking-[-0.03em]">
        {figure ?? <Skeleton width={32} height={24} />}
      </dd>
    </div>
  );
}
