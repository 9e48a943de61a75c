import { useQuery } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { AlertNotes } from "./alert-notes.tsx";
import { Greeting } from "./greeting.tsx";
import { statsQuery } from "./queries.ts";
import { QuickActions } from "./quick-actions.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { StatCards } from "./stat-cards.tsx";
import { TextsSent } from "./texts-sent.tsx";

export function DashboardScreen() {
  const { user } = useCurrentUser();
  const { data: stats } = useQuery(statsQuery(useApi()));
  if (!user) return null;

  return (
    <>
      <Bar title="Dashboard" />
      <Page label="Dashboard">
        <Greeting user={user} unread={stats?.unreadConversations ?? 0} />
        <AlertNotes user={user} />
        <StatCards stats={stats} />
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)_322px] gap-4 @max-[820px]/page:grid-cols-[minmax(0,1fr)]">
          <RecentActivity user={user} />
          <div className="grid content-start gap-4">
            <QuickActions user={user} />
            <TextsSent days={stats?.days} />
          </div>
        </div>
      </Page>
    </>
  );
}
