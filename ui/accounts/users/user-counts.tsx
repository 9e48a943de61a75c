import UserRoundCheck from "lucide-react/icons/user-round-check";
import UserRoundSearch from "lucide-react/icons/user-round-search";
import UsersRound from "lucide-react/icons/users-round";
import type { User } from "#src/accounts/users/contract.ts";
import { Stat } from "#ui/kit/stat.tsx";
import { StatStrip } from "#ui/kit/stat-strip.tsx";

export function UserCounts({ users }: { users: readonly User[] | undefined }) {
  return (
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
  );
}
