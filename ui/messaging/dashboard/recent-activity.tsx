import { useQuery } from "@tanstack/react-query";
import CalendarDays from "lucide-react/icons/calendar-days";
import History from "lucide-react/icons/history";
import Megaphone from "lucide-react/icons/megaphone";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import type { Activity } from "#src/messaging/dashboard/contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Card, CardHead } from "#ui/kit/card.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { Meter } from "#ui/kit/meter.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import {
  formatClock,
  formatShortDay,
  type WallTime,
  wallTime,
  wallTimeOf,
} from "#ui/shell/format/dates.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
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

/** What is being sent or will be; nothing without such a campaign. */
export function CampaignsUnderWay({ user }: { user: CurrentUser }) {
  const { data: activity } = useQuery(activityQuery(useApi()));
  const underWay = activity?.campaigns.filter(isUnderWay);
  if (!underWay?.length) return null;
  return (
    <Card>
      <CardHead title="Campaigns Under Way" />
      {underWay.map((campaign) => (
        <CampaignRow key={campaign.id} campaign={campaign} user={user} />
      ))}
    </Card>
  );
}

function isUnderWay({ status }: Activity["campaigns"][number]): boolean {
  return status === "sending" || status === "scheduled";
}

function Rows({ activity, user }: { activity: Activity; user: CurrentUser }) {
  const rows = [
    ...activity.campaigns
      .filter((campaign) => !isUnderWay(campaign))
      .map((campaign) => ({
        at: campaign.createdAt,
        row: <CampaignRow key={`campaign-${campaign.id}`} campaign={campaign} user={user} />,
      })),
    ...activity.bookings.map((booking) => ({
      at: booking.at,
      row: <BookingRow key={`booking-${booking.id}`} booking={booking} user={user} />,
    })),
    ...activity.conversations.map((conversation) => ({
      // A conversation without texts reads "Just now", so it is listed first.
      at: conversation.lastMessageAt ?? "9",
      row: (
        <ConversationRow key={`chat-${conversation.id}`} conversation={conversation} user={user} />
      ),
    })),
  ].sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));

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

interface CampaignRowProps {
  campaign: Activity["campaigns"][number];
  user: CurrentUser;
}

function CampaignRow({ campaign, user }: CampaignRowProps) {
  const { name, status, sentCount, totalRecipients, createdAt, scheduledAt } = campaign;
  const { now, timeZone } = useBusinessTime();
  const percent = totalRecipients === 0 ? 0 : Math.floor((100 * sentCount) / totalRecipients);
  return (
    <Row to={mayOpen(user, "/campaigns") ? "/campaigns" : undefined}>
      <Glyph icon={Megaphone} tone={status === "sending" ? "accent" : undefined} />
      <div className="flex-1 min-w-0">
        <div className="h3 clip">{name}</div>
        <div className="sm dim num">
          {formatNumber(sentCount)} of {formatNumber(totalRecipients)} sent
        </div>
      </div>
      {status === "sending" && (
        <div className="w-[clamp(64px,16cqw,200px)] flex-none @max-[560px]/page:hidden">
          <Meter label={`${percent}% sent`} percent={percent} tone="busy" />
        </div>
      )}
      <Right badge={<StatusBadge status={status} />}>
        {status === "scheduled" && scheduledAt ? (
          <span className="num">
            {formatWhen(wallTime(scheduledAt, timeZone), wallTime(now, timeZone))}
          </span>
        ) : (
          <RelativeTime iso={createdAt} />
        )}
      </Right>
    </Row>
  );
}

/** "Nov 20 at 10:00 AM" */
function formatWhen(time: WallTime, now: WallTime): string {
  return `${formatShortDay(time, now)} at ${formatClock(time)}`;
}

const VERBS = { booked: "Booked", moved: "Moved", canceled: "Canceled" };

interface BookingRowProps {
  booking: Activity["bookings"][number];
  user: CurrentUser;
}

function BookingRow({ booking, user }: BookingRowProps) {
  const { kind, clientName, service, start, at } = booking;
  const { now, timeZone } = useBusinessTime();
  const when = formatWhen(wallTimeOf(start), wallTime(now, timeZone));
  const to = `/appointments?date=${start.slice(0, 10)}`;
  return (
    <Row to={mayOpen(user, "/appointments") ? to : undefined}>
      <Glyph icon={CalendarDays} />
      <div className="flex-1 min-w-0">
        <div className="h3 clip">{formatPhone(clientName)}</div>
        <div className="sm dim clip num">
          {VERBS[kind]} {service}, {when}
        </div>
      </div>
      <Right>
        <RelativeTime iso={at} />
      </Right>
    </Row>
  );
}

interface ConversationRowProps {
  conversation: Activity["conversations"][number];
  user: CurrentUser;
}

function ConversationRow({ conversation, user }: ConversationRowProps) {
  const { id, contactId, contactName, lastMessagePreview, lastMessageAt } = conversation;
  return (
    <Row to={mayOpen(user, "/inbox") ? `/inbox?c=${id}` : undefined}>
      <Avatar id={contactId ?? id} name={contactName} />
      <div className="flex-1 min-w-0">
        <div className="flex items-center gap-2 min-w-0">
          <span className="h3 clip">{contactName ? formatPhone(contactName) : "Unknown"}</span>
          {conversation.unreadCount > 0 && (
            <>
              <span className="dot accent" />
              <span className="sr">Unread</span>
            </>
          )}
        </div>
        <div className="sm dim clip">
          {conversation.lastMessageDirection === "outbound" && "You: "}
          {lastMessagePreview || "No messages yet"}
        </div>
      </div>
      <Right>{lastMessageAt ? <RelativeTime iso={lastMessageAt} /> : "Just now"}</Right>
    </Row>
  );
}

const ROW = "line-row min-h-[61px] flex-1";

function Row({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (!to) return <div className={ROW}>{children}</div>;
  return (
    <Link href={to} className={ROW}>
      {children}
    </Link>
  );
}

/** Badge, then time; on a narrow screen, the time is above the badge. */
function Right({ badge, children }: { badge?: ReactNode; children: ReactNode }) {
  return (
    <span className="flex flex-none items-center gap-4 @max-[480px]/page:flex-col-reverse @max-[480px]/page:items-end @max-[480px]/page:gap-1">
      {badge}
      <span className="xs faint min-w-27 text-right @max-[480px]/page:min-w-0">{children}</span>
    </span>
  );
}
