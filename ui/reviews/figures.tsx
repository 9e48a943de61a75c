import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import Star from "lucide-react/icons/star";
import UserRoundCheck from "lucide-react/icons/user-round-check";
import { useApi } from "#ui/api.ts";
import { Stat } from "#ui/kit/stat.tsx";
import { StatStrip } from "#ui/kit/stat-strip.tsx";
import { statsQuery } from "./queries.ts";

export function Figures() {
  const { data: stats } = useQuery(statsQuery(useApi()));
  const ofAll = (part: number) =>
    stats && stats.total > 0 ? `${Math.round((part / stats.total) * 100)}% of all` : "";
  return (
    <StatStrip>
      <Stat icon={Star} label="Total Reviews" figure={stats?.total} />
      <Stat
        icon={UserRoundCheck}
        label="Matched to Contacts"
        figure={stats?.matched}
        note={stats && ofAll(stats.matched)}
      />
      <Stat
        icon={CircleCheck}
        label="Discounts Applied"
        figure={stats?.discounted}
        note={stats && `${(stats.matched - stats.discounted).toLocaleString("en-US")} pending`}
      />
    </StatStrip>
  );
}
