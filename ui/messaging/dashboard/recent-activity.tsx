import { useQuery } from "@tanstack/react-query";
import History from "lucide-react/icons/history";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import type { Activity } from "#src/messaging/dashboard/contract.ts";
import { useApi } from "#ui/api.ts";
import { Card, CardHead } from "#ui/kit/card.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { CampaignRow, ConversationRow } from "./activity-row.tsx";
import { activityQuery } from "./queries.ts";

export function RecentActivity({ user }: { user: CurrentUser }) {
  const { data: activity } = useQuery(activityQuery(useApi()));
  return (
    <Card className="flex flex-col" aria-busy={activity === undefined}>
      <CardHead title="Recent Activity" />
      {activity ? <Rows activity={activity} user={user} /> : <LoadingRows />}
    </Card>
  );
}

function Rows({ activity, user }: { activity: Activity; user: CurrentUser }) {
  const rows = [
    ...activity.campaigns.map((campaign) => ({
      at: campaign.createdAt,
      row: <CampaignRow key={`campaign-${campaign.id}`} campaign={campaign} user={user} />,
    })),
    ...activity.conversations.map((conversation) => ({
      // A conversation without texts reads "Just now", so it is listed first.
      at: conversation.lastMessageAt ?? "9",
      row: (
        <ConversationRow key={`chat-${conversation.id}`} conversation={conversation} user={user} />
      ),
    })),
  ].sort((one, other) => other.at.localeCompare(one.at, "en"));

  if (rows.length === 0)
    return (
      <div className="grid flex-1 place-items-center">
        <EmptyState level={3} icon={History} title="No recent activity to display" />
      </div>
    );
  return rows.map(({ row }) => row);
}

function LoadingRows() {
  return [1, 2, 3, 4].map((row) => (
    <div key={row} className="line-row min-h-[61px] flex-1">
      <Skeleton width={32} height={32} round />
      <span className="grid gap-2">
        <Skeleton width={140} />
        <Skeleton width={220} />
      </span>
    </div>
  ));
}
