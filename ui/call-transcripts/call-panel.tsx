import ArrowLeft from "lucide-react/icons/arrow-left";
import MessageSquareText from "lucide-react/icons/message-square-text";
import type { CallTranscript } from "#src/call-transcripts/contract.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Note } from "#ui/kit/note.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useBusinessTime } from "#ui/shell/business-time.ts";
import { durationWords } from "#ui/shell/call-words.ts";
import { clockWords, shortDayWords, wallTime } from "#ui/shell/dates.ts";
import { ONLY_ALONE } from "#ui/shell/panes.tsx";
import { AskedFor } from "./asked-for.tsx";
import { CallWho } from "./call-who.tsx";
import { Conversation } from "./conversation.tsx";
import { CallBadge } from "./state.tsx";

interface CallPanelProps {
  /** Undefined while it is on its way. */
  call: CallTranscript | undefined;
  onClose: () => void;
}

export function CallPanel({ call, onClose }: CallPanelProps) {
  return (
    <div className="mx-auto flex w-full max-w-170 flex-1 flex-col gap-5 p-6 phone:p-4">
      <div className="flex flex-wrap items-center gap-3">
        <IconButton
          icon={ArrowLeft}
          label="Back to the calls"
          className={`-ml-2 ${ONLY_ALONE}`}
          onClick={onClose}
        />
        {call ? <CallWho call={call} /> : <Skeleton width={180} height={40} />}
      </div>
      {call && <Facts call={call} />}
      {call && call.message !== "" && (
        <Note icon={MessageSquareText} tone="accent">
          <b className="font-label">Message for you</b>
          <span className="block wrap-anywhere whitespace-pre-line">{call.message}</span>
        </Note>
      )}
      {call && call.requests.length > 0 && <AskedFor requests={call.requests} />}
      {call && <Conversation call={call} />}
    </div>
  );
}

function Facts({ call }: { call: CallTranscript }) {
  const { now, timeZone } = useBusinessTime();
  const started = wallTime(call.callStartTime, timeZone);
  return (
    <p className="sm dim num row flex-wrap gap-x-3 gap-y-1">
      <CallBadge status={call.status} />
      <span>
        {shortDayWords(started, wallTime(now, timeZone))} at {clockWords(started)}
      </span>
      {call.status !== "in_progress" && <span>Duration {durationWords(call.callDuration)}</span>}
    </p>
  );
}
