import UserRoundCheck from "lucide-react/icons/user-round-check";
import { Link } from "wouter";
import type { CallTranscript } from "#src/calls/transcripts/contract.ts";
import { callHref, formatDuration } from "#ui/calls/parts/call-format.ts";
import { Badge } from "#ui/kit/badge.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { formatNumber } from "./names.ts";
import { CallBadge } from "./state.tsx";

interface CallCardProps {
  call: CallTranscript;
  /** The search, which is kept when the call opens. */
  q: string;
}

export function CallCard({ call, q }: CallCardProps) {
  const { now, timeZone } = useBusinessTime();
  const started = wallTime(call.callStartTime, timeZone);
  return (
    <li className="grid">
      <Link
        href={`${callHref(call.id)}${q === "" ? "" : `&q=${encodeURIComponent(q)}`}`}
        className="card flex min-w-0 flex-col gap-1.5 p-4"
      >
        <span className="flex items-center gap-2 min-w-0">
          <span className="h3 num clip flex-1 min-w-0">{formatNumber(call)}</span>
          <CallBadge status={call.status} />
        </span>
        {call.matchedContact && (
          <span className="flex items-center gap-2 min-w-0">
            <Badge icon={UserRoundCheck}>
              <span className="clip max-w-60">{formatPhone(call.matchedContact.name)}</span>
            </Badge>
          </span>
        )}
        <span className="sm dim clamp2 wrap-anywhere">{previewOf(call)}</span>
        <span className="xs faint num mt-auto pt-1">
          {formatShortDay(started, wallTime(now, timeZone))} at {formatClock(started)}
          {" · "}
          <span className="sr">Duration </span>
          {call.status === "in_progress" ? "now" : formatDuration(call.callDuration)}
        </span>
      </Link>
    </li>
  );
}

/** The caller's first words, otherwise the message. */
function previewOf({ messagesJson, message, transcript, status }: CallTranscript): string {
  const first = messagesJson.find(({ role }) => role === "user")?.content;
  if (first) return first;
  if (message) return `Message: ${message}`;
  return transcript || (status === "in_progress" ? "Nothing said yet" : "Nothing was said");
}
