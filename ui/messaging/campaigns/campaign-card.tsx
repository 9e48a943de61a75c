import { Link } from "wouter";
import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { Meter } from "#ui/kit/meter.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import type { Tone } from "#ui/kit/tone.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { CampaignActionButtons, type CampaignActions } from "./campaign-action-buttons.tsx";
import { CampaignNotices } from "./campaign-notices.tsx";
import { CheckLine } from "./check-line.tsx";
import { FilledMessage } from "./phone-frame.tsx";
import { formatTotal, microsOf, percentOf } from "./rates.ts";

interface CampaignCardProps {
  campaign: Campaign;
  isAdmin: boolean;
  actions: CampaignActions;
}

export function CampaignCard({ campaign, isAdmin, actions }: CampaignCardProps) {
  const { id, name, message, status } = campaign;
  return (
    <article className="card flex flex-col gap-2.5 px-4 pt-3.5 pb-2" aria-label={name}>
      <div className="flex items-center gap-2 min-w-0">
        <h3 className="h2 clip flex-1 min-w-0" title={name}>
          <Link href={`/campaigns/${id}`} className="hover:underline">
            {name}
          </Link>
        </h3>
        <StatusBadge status={status} />
      </div>
      <p className="sm dim clamp2 min-h-10">
        <FilledMessage message={message} />
      </p>
      <Progress campaign={campaign} />
      <CheckLine campaign={campaign} />
      <CampaignNotices campaign={campaign} />
      <div className="flex items-center gap-2 min-w-0 xs num -mx-4 mt-auto min-h-9 border-line border-t pt-1.5 pr-2 pl-4">
        <span className="dim">{formatTotal(microsOf(campaign.totalCost))}</span>
        {status !== "scheduled" && (
          <>
            <span className="faint" aria-hidden="true">
              ·
            </span>
            <RelativeTime iso={campaign.createdAt} inline className="faint clip" />
          </>
        )}
        <span className="ml-auto flex flex-none">
          <CampaignActionButtons campaign={campaign} isAdmin={isAdmin} actions={actions} small />
        </span>
      </div>
    </article>
  );
}

const TONES: Record<Campaign["status"], Tone> = {
  draft: "wait",
  scheduled: "wait",
  sending: "busy",
  completed: "good",
  stopped: "off",
  failed: "bad",
};

export function Progress({ campaign }: { campaign: Campaign }) {
  const { sentCount, totalRecipients, status } = campaign;
  const percent = percentOf(sentCount, totalRecipients);
  return (
    <div>
      <div className="flex items-center gap-2 min-w-0 sm num mb-1.5">
        <span>
          <b className="font-label">{formatNumber(sentCount)}</b>{" "}
          <span className="dim">of {formatNumber(totalRecipients)} sent</span>
        </span>
        <span className="ml-auto dim">{percent}%</span>
      </div>
      <Meter
        label={`${percent}% sent`}
        percent={totalRecipients && (sentCount / totalRecipients) * 100}
        tone={TONES[status]}
      />
    </div>
  );
}
