import CalendarClock from "lucide-react/icons/calendar-clock";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import Loader from "lucide-react/icons/loader";
import Moon from "lucide-react/icons/moon";
import UserX from "lucide-react/icons/user-x";
import { Link } from "wouter";
import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { formatCount, formatNumber } from "#src/shared/format-count.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { daysBetween, formatClock, formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import { wallText } from "./scheduled-time.ts";

export function CampaignNotices({ campaign }: { campaign: Campaign }) {
  const { heldUntil, failedCount, unknownCount, skipped, status, scheduledAt, preparing } =
    campaign;
  const { now, timeZone } = useBusinessTime();
  return (
    <>
      {status === "scheduled" && scheduledAt && (
        <p className="flex min-w-0 xs busy items-start gap-1.25">
          <Icon of={CalendarClock} size="s" className="mt-px flex-none" />
          {formatWallTime(wallText(scheduledAt, timeZone), wallTime(now, timeZone))}
        </p>
      )}
      {preparing && (
        <p className="flex items-center min-w-0 xs busy gap-1.25">
          <Icon of={Loader} size="s" />
          Preparing recipients...
        </p>
      )}
      {status === "sending" && heldUntil && <Held campaign={campaign} until={heldUntil} />}
      {failedCount > 0 && (
        <p className="flex items-center min-w-0 xs bad gap-1.25">
          <Icon of={CircleAlert} size="s" />
          {formatNumber(failedCount)} couldn't be delivered
        </p>
      )}
      {skipped.length > 0 && (
        <p className="flex min-w-0 xs dim items-start gap-1.25">
          <Icon of={UserX} size="s" className="mt-px flex-none" />
          {describeSkipped(skipped)}
        </p>
      )}
      {unknownCount > 0 && (
        <Link
          href={`/campaigns/${campaign.id}#unknown`}
          className="flex items-center min-w-0 xs wait min-h-6 w-fit gap-1.25 hover:underline"
        >
          <Icon of={CircleQuestionMark} size="s" />
          {formatNumber(unknownCount)} could not be confirmed
        </Link>
      )}
    </>
  );
}

/** "14 not sent: never agreed to offers", "16 not sent: never agreed to offers (14), the client has opted out (2)". */
function describeSkipped(skipped: Campaign["skipped"]): string {
  const all = skipped.reduce((sum, { count }) => sum + count, 0);
  const reasons = skipped.map(({ reason, count }) => {
    const words = reason.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
    return skipped.length === 1 ? words : `${words} (${formatNumber(count)})`;
  });
  return `${formatNumber(all)} not sent: ${reasons.join(", ")}`;
}

/** The campaign's texts are held until the morning, or until tomorrow by the daily cap. */
function Held({ campaign, until }: { campaign: Campaign; until: string }) {
  const { now, timeZone } = useBusinessTime();
  const { totalRecipients, sentCount, skippedCount, failedCount, heldBy } = campaign;
  const waiting = Math.max(0, totalRecipients - sentCount - skippedCount - failedCount);
  const then = wallTime(until, timeZone);
  const today = wallTime(now, timeZone);
  const days = daysBetween(today, then);
  const day = days <= 0 ? "" : days === 1 ? "tomorrow, " : `${formatShortDay(then, today)}, `;
  return (
    <Note tone="wait" icon={Moon} className="text-xs [&>.i]:mt-0">
      {heldBy === "daily-cap" ? "Daily cap reached" : "Quiet hours"}:{" "}
      {formatCount(waiting, "text waits", "texts wait")} until {day}
      {formatClock(then)}.
    </Note>
  );
}
