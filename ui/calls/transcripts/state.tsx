import CalendarCheck from "lucide-react/icons/calendar-check";
import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-alert";
import Clock3 from "lucide-react/icons/clock-3";
import MessageSquare from "lucide-react/icons/message-square";
import PhoneCall from "lucide-react/icons/phone-call";
import PhoneMissed from "lucide-react/icons/phone-missed";
import type { CallTranscript } from "#src/calls/transcripts/contract.ts";
import { LookBadge, type StatusLook } from "#ui/kit/badge.tsx";

const STATES: Readonly<Record<CallTranscript["status"], StatusLook>> = {
  in_progress: ["busy", PhoneCall, "In progress"],
  completed: ["off", Check, "Completed"],
  missed: ["wait", PhoneMissed, "Missed"],
  failed: ["bad", CircleAlert, "Cut off"],
};

/** What came of the call, where it is known. */
export function CallBadge({ call }: { call: CallTranscript }) {
  return (
    <LookBadge look={(call.status === "completed" && outcomeOf(call)) || STATES[call.status]} />
  );
}

function outcomeOf({ requests, message }: CallTranscript): StatusLook | undefined {
  const has = (status: "approved" | "pending") => requests.some((one) => one.status === status);
  if (has("pending")) return ["wait", Clock3, "Asked to book"];
  if (has("approved")) return ["good", CalendarCheck, "Booked"];
  return message === "" ? undefined : ["busy", MessageSquare, "Left a message"];
}
