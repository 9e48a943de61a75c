import CircleStop from "lucide-react/icons/circle-stop";
import Ellipsis from "lucide-react/icons/ellipsis";
import Pencil from "lucide-react/icons/pencil";
import Play from "lucide-react/icons/play";
import Trash2 from "lucide-react/icons/trash-2";
import type { Campaign } from "#src/campaigns/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { Meter } from "#ui/kit/meter.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import type { Tone } from "#ui/kit/tone.ts";
import { RelativeTime } from "#ui/shell/relative-time.tsx";
import { CampaignNotices } from "./campaign-notices.tsx";
import { CheckLine } from "./check-line.tsx";
import { microsFrom, percentOf, totalWords } from "./figures.ts";

export interface CardActs {
  readonly stop: (campaign: Campaign) => void;
  readonly resume: (campaign: Campaign) => void;
  readonly edit: (campaign: Campaign) => void;
  readonly remove: (campaign: Campaign) => void;
}

interface CampaignCardProps {
  campaign: Campaign;
  isAdmin: boolean;
  acts: CardActs;
}

export function CampaignCard({ campaign, isAdmin, acts }: CampaignCardProps) {
  const { name, message, status } = campaign;
  return (
    <article className="card flex flex-col gap-2.5 px-4 pt-3.5 pb-2" aria-label={name}>
      <div className="row">
        <h3 className="h2 clip grow" title={name}>
          {name}
        </h3>
        <StatusBadge status={status} />
      </div>
      <p className="sm dim clamp2 min-h-10">{message}</p>
      <Progress campaign={campaign} />
      <CheckLine campaign={campaign} />
      <CampaignNotices campaign={campaign} />
      <div className="row xs num -mx-4 mt-auto min-h-9 border-line border-t pt-1.5 pr-2 pl-4">
        <span className="dim">{totalWords(microsFrom(campaign.totalCost))}</span>
        <span className="faint" aria-hidden="true">
          ·
        </span>
        <RelativeTime iso={campaign.createdAt} className="faint clip" />
        <span className="end flex flex-none">
          <Acts campaign={campaign} isAdmin={isAdmin} acts={acts} />
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

function Progress({ campaign }: { campaign: Campaign }) {
  const { sentCount, totalRecipients, status } = campaign;
  const percent = percentOf(sentCount, totalRecipients);
  const width = totalRecipients === 0 ? 0 : (sentCount / totalRecipients) * 100;
  return (
    <div>
      <div className="row sm num mb-1.5">
        <span>
          <b className="font-semibold">{sentCount.toLocaleString("en-US")}</b>{" "}
          <span className="dim">of {totalRecipients.toLocaleString("en-US")} sent</span>
        </span>
        <span className="end dim">{percent}%</span>
      </div>
      <Meter label={`${percent}% sent`} parts={[{ percent: width, tone: TONES[status] }]} />
    </div>
  );
}

function Acts({ campaign, isAdmin, acts }: CampaignCardProps) {
  const { status, name } = campaign;
  const editable = status === "sending" || status === "stopped";
  const deletable = isAdmin && status !== "sending";

  return (
    <>
      {/* In one place, so that the button which turns into the other keeps the focus. */}
      {status === "sending" ? (
        <Button variant="quiet" size="tiny" icon={CircleStop} onClick={() => acts.stop(campaign)}>
          Stop
        </Button>
      ) : status === "stopped" || status === "failed" ? (
        <Button variant="quiet" size="tiny" icon={Play} onClick={() => acts.resume(campaign)}>
          Resume
        </Button>
      ) : null}
      {(editable || deletable) && (
        <Menu
          trigger={<IconButton icon={Ellipsis} size="tiny" label={`More actions for ${name}`} />}
        >
          {editable && (
            <MenuItem icon={Pencil} onSelect={() => acts.edit(campaign)}>
              Edit Message
            </MenuItem>
          )}
          {deletable && (
            <MenuItem icon={Trash2} bad onSelect={() => acts.remove(campaign)}>
              Delete
            </MenuItem>
          )}
        </Menu>
      )}
    </>
  );
}
