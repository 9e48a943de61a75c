import Megaphone from "lucide-react/icons/megaphone";
import MessageCircle from "lucide-react/icons/message-circle";
import Send from "lucide-react/icons/send";
import UsersRound from "lucide-react/icons/users-round";
import type { Stats } from "#src/messaging/dashboard/contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { Stat } from "#ui/kit/stat.tsx";
import { StatStrip } from "#ui/kit/stat-strip.tsx";

const WEEK = 7;

export function StatCards({ stats }: { stats: Stats | undefined }) {
  const sent = stats?.days.map((day) => day.sent);
  const thisWeek = formatNumber(sum(sent?.slice(-WEEK) ?? []));
  const unread = stats?.unreadConversations ?? 0;

  return (
    <StatStrip>
      <Stat icon={Megaphone} label="Total Campaigns" figure={stats?.totalCampaigns} />
      <Stat
        icon={Send}
        label="Messages Sent"
        figure={stats?.totalMessages}
        note={`${thisWeek} in 7 days`}
      />
      <Stat icon={UsersRound} label="Contacts" figure={stats?.totalContacts} />
      <Stat
        icon={MessageCircle}
        label="Active Chats"
        figure={stats?.activeConversations}
        note={unread > 0 && `${unread} unread`}
      />
    </StatStrip>
  );
}

export function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}
