import { useQuery } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Checklist } from "#ui/platform/set-up/checklist.tsx";
import { useSetUp } from "#ui/platform/set-up/use-set-up.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { AlertNotes } from "./alert-notes.tsx";
import { Greeting } from "./greeting.tsx";
import { statsQuery } from "./queries.ts";
import { QuickActions } from "./quick-actions.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { StatCards } from "./stat-cards.tsx";
import { TextsSent } from "./texts-sent.tsx";

const COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_322px] items-start gap-4 @max-[820px]/page:grid-cols-[minmax(0,1fr)]";

export function DashboardScreen() {
  const { user } = useCurrentUser();
  const query = useQuery(statsQuery(useApi()));
  const stats = query.data;
  const hasStats = stats !== undefined || !query.error;
  const setUp = useSetUp(user, stats);
  if (!user) return null;

  return (
    <>
      <Bar title="Dashboard" />
      <Page label="Dashboard">
        <Greeting
          user={user}
          unread={stats?.unreadConversations ?? 0}
          isNew={setUp !== undefined && stats?.totalContacts === 0}
        />
        <AlertNotes user={user} />
        {query.error && !stats && <LoadFailed query={query} className="mb-4" />}
        {setUp ? (
          <>
            <div className={COLUMNS}>
              <Checklist
                steps={setUp.steps}
                onHide={setUp.hide}
                onSkipServices={setUp.skipServices}
              />
              <div className="grid content-start gap-4">
                <QuickActions user={user} />
                {stats && stats.totalMessages > 0 && <TextsSent days={stats.days} />}
                <RecentActivity user={user} />
              </div>
            </div>
            <div className="mt-4">
              <StatCards stats={stats} />
            </div>
          </>
        ) : (
          <>
            {hasStats && <StatCards stats={stats} />}
            <div className={`mt-4 ${COLUMNS}`}>
              <RecentActivity user={user} />
              <div className="grid content-start gap-4">
                <QuickActions user={user} />
                {hasStats && <TextsSent days={stats?.days} />}
              </div>
            </div>
          </>
        )}
      </Page>
    </>
  );
}
