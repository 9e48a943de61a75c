import CircleAlert from "lucide-react/icons/circle-alert";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import Moon from "lucide-react/icons/moon";
import type { Campaign } from "#src/campaigns/contract.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { Note } from "#ui/kit/note.tsx";
import { useBusinessTime } from "#ui/shell/business-time.ts";
import { counted } from "#ui/shell/counted.ts";
import { clockWords, wallTime } from "#ui/shell/dates.ts";

/** What else a person should know of a campaign: why it waits, and what did not arrive. */
export function CampaignNotices({ campaign }: { campaign: Campaign }) {
  const { heldUntil, failedCount, unknownCount, status } = campaign;
  return (
    <>
      {status === "sending" && heldUntil && <QuietHours campaign={campaign} until={heldUntil} />}
      {failedCount > 0 && (
        <p className="row xs bad gap-1.25">
          <Icon of={CircleAlert} size="s" />
          {failedCount.toLocaleString("en-US")} could not be delivered
        </p>
      )}
      {unknownCount > 0 && (
        <p className="row xs wait gap-1.25">
          <Icon of={CircleQuestionMark} size="s" />
          {unknownCount.toLocaleString("en-US")} could not be confirmed
        </p>
      )}
    </>
  );
}

function QuietHours({ campaign, until }: { campaign: Campaign; until: string }) {
  const { timeZone } = useBusinessTime();
  const { totalRecipients, sentCount, skippedCount, failedCount } = campaign;
  const waiting = Math.max(0, totalRecipients - sentCount - skippedCount - failedCount);
  return (
    <Note tone="wait" icon={Moon} className="text-xs [&>.i]:mt-0">
      Quiet hours: {counted(waiting, "text waits", "texts wait")} until{" "}
      {clockWords(wallTime(until, timeZone))}.
    </Note>
  );
}
