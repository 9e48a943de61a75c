import BellOff from "lucide-react/icons/bell-off";
import CheckCheck from "lucide-react/icons/check-check";
import CircleAlert from "lucide-react/icons/circle-alert";
import MessageCircle from "lucide-react/icons/message-circle";
import Receipt from "lucide-react/icons/receipt";
import Send from "lucide-react/icons/send";
import type { Report } from "#src/messaging/campaigns/contract.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { Stat } from "#ui/kit/stat.tsx";
import { StatStrip } from "#ui/kit/stat-strip.tsx";
import { formatTotal, microsOf, percentOf } from "./rates.ts";

export function ReportFigures({ report }: { report: Report }) {
  const { sentCount, deliveredCount, failedCount, replyCount, optOutCount, totalRecipients } =
    report.campaign;
  const share = (part: number) => `${percentOf(part, sentCount)}% of those sent`;
  return (
    <StatStrip>
      <Stat
        icon={Send}
        label="Sent"
        figure={sentCount}
        note={`of ${totalRecipients.toLocaleString("en-US")}`}
      />
      <Stat
        icon={CheckCheck}
        label="Delivered"
        figure={deliveredCount}
        note={share(deliveredCount)}
      />
      <Stat icon={CircleAlert} label="Failed" figure={failedCount} note="reasons below" />
      <Stat icon={MessageCircle} label="Replies" figure={replyCount} note={share(replyCount)} />
      <Stat icon={BellOff} label="Opt-outs" figure={optOutCount} note={share(optOutCount)} />
      <Cost report={report} />
    </StatStrip>
  );
}

function Cost({ report: { plannedCost, realCost, pricedCount, campaign } }: { report: Report }) {
  const all = campaign.sentCount.toLocaleString("en-US");
  return (
    <section className="card stat" aria-label="Cost">
      <div className="flex items-center gap-2 min-w-0 dim sm">
        <Icon of={Receipt} />
        <span className="clip">Planned cost</span>
      </div>
      <div className="figure">{formatTotal(microsOf(plannedCost))}</div>
      <div className="xs faint num foot">
        {realCost === null
          ? "Actual cost pending"
          : `${formatTotal(microsOf(realCost))} so far, ${pricedCount.toLocaleString("en-US")} of ${all} priced`}
      </div>
    </section>
  );
}
