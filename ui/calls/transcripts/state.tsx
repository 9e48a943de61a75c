import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-alert";
import PhoneCall from "lucide-react/icons/phone-call";
import PhoneMissed from "lucide-react/icons/phone-missed";
import type { CallStatus } from "#src/shared/call-status.ts";
import { LookBadge, type StatusLook } from "#ui/kit/badge.tsx";

const STATES: Readonly<Record<CallStatus, StatusLook>> = {
  in_progress: ["busy", PhoneCall, "In progress"],
  completed: ["good", Check, "Completed"],
  missed: ["wait", PhoneMissed, "Missed"],
  failed: ["bad", CircleAlert, "Cut off"],
};

export function CallBadge({ status }: { status: CallStatus }) {
  return <LookBadge look={STATES[status]} />;
}
