import Megaphone from "lucide-react/icons/megaphone";
import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { CampaignActionButtons, type CampaignActions } from "./campaign-action-buttons.tsx";
import { Progress } from "./campaign-card.tsx";
import { CampaignNotices } from "./campaign-notices.tsx";
import { CheckLine } from "./check-line.tsx";
import { FilledMessage } from "./phone-frame.tsx";

interface ReportHeadProps {
  campaign: Campaign;
  isAdmin: boolean;
  actions: CampaignActions;
}

export function ReportHead({ campaign, isAdmin, actions }: ReportHeadProps) {
  const { name, status, message, segments } = campaign;
  const isDraft = status === "draft";
  return (
    <section
      className="card grid grid-cols-[minmax(0,1fr)_minmax(0,340px)] items-start gap-x-8 gap-y-4 p-4 @max-[720px]/page:grid-cols-1"
      aria-label="Details"
    >
      <div className="flex flex-col min-w-0 gap-3">
        <div>
          <div className="flex items-center gap-2 min-w-0 flex-wrap gap-x-3 gap-y-1.5">
            <h2 className="font-label text-lead wrap-anywhere">{name}</h2>
            <StatusBadge status={status} />
          </div>
          <Origin campaign={campaign} />
        </div>
        {isDraft ? (
          <p className="sm dim">An administrator must approve it before anything is sent.</p>
        ) : (
          <div className="flex flex-col min-w-0 gap-2.5">
            <Progress campaign={campaign} />
            <CheckLine campaign={campaign} />
            <CampaignNotices campaign={campaign} />
          </div>
        )}
        <div className="flex items-center gap-2 min-w-0 flex-wrap">
          <CampaignActionButtons campaign={campaign} isAdmin={isAdmin} actions={actions} />
        </div>
      </div>
      <div className="flex flex-col min-w-0 items-end gap-1.5 @max-[720px]/page:order-none @max-[720px]/page:items-start">
        <div className="max-w-full whitespace-pre-wrap rounded-[18px] rounded-br-[5px] border border-line-2 px-3.5 py-2.5 wrap-anywhere">
          <span className="flex items-center gap-2 min-w-0 xs dim mb-1">
            <Icon of={Megaphone} size="s" />
            Message
          </span>
          <FilledMessage message={message} />
        </div>
        <span className="xs faint num">
          Each is charged as {segments > 1 && "up to "}
          {formatCount(segments, "text")}
        </span>
      </div>
    </section>
  );
}

function Origin({ campaign: { author, createdAt } }: { campaign: Campaign }) {
  const { now, timeZone } = useBusinessTime();
  const then = wallTime(createdAt, timeZone);
  return (
    <p className="sm dim num mt-1">
      By {author}, {formatShortDay(then, wallTime(now, timeZone))} at {formatClock(then)}
    </p>
  );
}
