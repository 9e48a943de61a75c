import { useQuery } from "@tanstack/react-query";
import Footprints from "lucide-react/icons/footprints";
import Plus from "lucide-react/icons/plus";
import { Link } from "wouter";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import type { Stats } from "#src/messaging/dashboard/contract.ts";
import { formatCount, formatNumber } from "#src/shared/format-count.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useVisitCount } from "#ui/calendar/today/queries.ts";
import { TodayCard } from "#ui/calendar/today/today-card.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { BarChart } from "#ui/kit/bar-chart.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { Checklist } from "#ui/platform/set-up/checklist.tsx";
import { useSetUp } from "#ui/platform/set-up/use-set-up.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatDay, formatWeekday, wallTime } from "#ui/shell/format/dates.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { waitingQuery } from "#ui/shell/layout/pending-queries.ts";
import { AlertNotes } from "./alert-notes.tsx";
import { statsQuery } from "./queries.ts";
import { QuickActions } from "./quick-actions.tsx";
import { CampaignsUnderWay, RecentActivity } from "./recent-activity.tsx";
import { StatCards, sum } from "./stat-cards.tsx";
import { WaitingForYou } from "./waiting-for-you.tsx";

/** Two columns from 960 px, below the alerts; else one, in the order of `order-…`. */
const COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_minmax(0,440px)] items-start gap-4 @max-[960px]/page:grid-cols-[minmax(0,1fr)]";
const COLUMN = "grid min-w-0 gap-4 @max-[960px]/page:contents";

export function DashboardScreen() {
  const { user } = useCurrentUser();
  const query = useQuery(statsQuery(useApi()));
  const stats = query.data;
  const hasStats = stats !== undefined || !query.error;
  const setUp = useSetUp(user, stats);
  if (!user) return null;

  return (
    <>
      <Bar title="Dashboard">
        {mayOpen(user, "/appointments") && (
          <>
            <Link
              href="/appointments?new=walk-in"
              className={`${buttonClass({})} bar-words`}
              aria-label="Walk-In"
              data-tip="Walk-In"
            >
              <Icon of={Footprints} />
              <span className="words">Walk-In</span>
            </Link>
            <Link
              href="/appointments?new=1"
              className={`${buttonClass({ variant: setUp ? "secondary" : "primary" })} bar-words`}
              aria-label="Add Appointment"
              data-tip="Add Appointment"
            >
              <Icon of={Plus} />
              <span className="words">Add Appointment</span>
            </Link>
          </>
        )}
      </Bar>
      <Page label="Dashboard">
        <Greeting user={user} isNew={setUp !== undefined && stats?.totalContacts === 0} />
        {query.error && !stats && <LoadFailed query={query} className="mb-4" />}
        <div className={COLUMNS}>
          <AlertNotes user={user} className="col-span-full" />
          <div className={COLUMN}>
            <div
              id="waiting"
              className="min-w-0 scroll-mt-4 empty:hidden @max-[960px]/page:order-1"
            >
              <WaitingForYou isQuiet={setUp !== undefined} />
            </div>
            {setUp && (
              <Checklist
                steps={setUp.steps}
                onHide={setUp.hide}
                onSkipServices={setUp.skipServices}
              />
            )}
            {hasStats && (
              <div className="order-4 min-w-0">
                <StatCards stats={stats} />
              </div>
            )}
            <div className="order-5 min-w-0 empty:hidden">
              <CampaignsUnderWay user={user} />
            </div>
            <div className="order-5 min-w-0">
              <RecentActivity user={user} />
            </div>
            {hasStats && stats?.totalMessages !== 0 && (
              <div className="order-7 min-w-0">
                <TextsSent days={stats?.days} />
              </div>
            )}
          </div>
          <div className={COLUMN}>
            {mayOpen(user, "/appointments") && (
              <div className="order-2 min-w-0">
                <TodayCard />
              </div>
            )}
            <div className="order-6 min-w-0">
              <QuickActions user={user} />
            </div>
          </div>
        </div>
      </Page>
    </>
  );
}

type Days = Stats["days"];

function TextsSent({ days }: { days: Days | undefined }) {
  return (
    <Card aria-busy={days === undefined}>
      <CardHead title="Texts Sent">
        <span className="xs faint">Last 14 days</span>
      </CardHead>
      <CardBody className="pb-3!">
        {days ? <Chart days={days} /> : <Skeleton height={110} />}
      </CardBody>
    </Card>
  );
}

function Chart({ days }: { days: Days }) {
  const sent = summary(days.map((day) => day.sent));
  const failed = summary(days.map((day) => day.failed));
  return (
    <>
      <BarChart
        label={`Texts sent per day, ${formatSpan(days)}: ${sent} sent, ${failed} failed`}
        bars={days.map((day, at) => ({
          tick: String(Number(day.day.slice(8))),
          value: day.sent,
          failed: day.failed > 0,
          current: at === days.length - 1,
        }))}
      />
      <div className="flex items-center min-w-0 xs dim num mt-2 gap-3.5">
        <span className="flex items-center min-w-0 gap-1.5">
          <i className="dot bg-control" />
          {sent} sent
        </span>
        <span className="flex items-center min-w-0 gap-1.5">
          <i className="dot bad" />
          {failed} failed
        </span>
      </div>
    </>
  );
}

function summary(figures: readonly number[]): string {
  return formatNumber(sum(figures));
}

/** "November 7 to 20", "October 28 to November 10". */
function formatSpan(days: Days): string {
  const [from, to] = [days.at(0)?.day ?? "", days.at(-1)?.day ?? ""].map(monthAndDay);
  if (!from || !to) return "";
  return `${formatDay(from)} to ${from.month === to.month ? to.day : formatDay(to)}`;
}

function monthAndDay(day: string): { month: number; day: number } {
  return { month: Number(day.slice(5, 7)), day: Number(day.slice(8)) };
}

interface GreetingProps {
  user: CurrentUser;
  /** Whether the salon has no clients yet. */
  isNew: boolean;
}

/** By the business's time zone, wherever the user is. */
function Greeting({ user, isNew }: GreetingProps) {
  const { now, timeZone } = useBusinessTime();
  const time = wallTime(now, timeZone);
  const name = user.username.slice(0, 1).toUpperCase() + user.username.slice(1);
  const { data: waiting = [] } = useQuery(waitingQuery(useApi()));
  const visits = useVisitCount(mayOpen(user, "/appointments"));
  const comes = visits ? ` ${formatCount(visits, "visit")} today` : "";
  const waits = waiting.length > 0 && (
    <a href="#waiting" className="link underline">
      {formatCount(waiting.length, "thing")} waiting for you
    </a>
  );

  return (
    <div className="mt-1 mb-5 phone:mb-4">
      <h2 className="display wrap-anywhere">
        {isNew ? "Welcome" : `Good ${partOfDay(time.hour)}`}, {name}
      </h2>
      <p className="dim mt-0.5 text-pretty">
        {isNew ? (
          "A few steps, and your salon is ready for its first client."
        ) : (
          <>
            {formatWeekday(time)}, {formatDay(time)}.{comes}
            {waits && (comes ? ", " : " ")}
            {waits}
            {(comes || waits) && "."}
          </>
        )}
      </p>
    </div>
  );
}

function partOfDay(hour: number): string {
  if (hour < 12) return "morning";
  return hour < 18 ? "afternoon" : "evening";
}
