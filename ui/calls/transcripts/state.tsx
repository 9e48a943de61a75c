import type { LucideIcon } from "lucide-react";
import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-alert";
import PhoneCall from "lucide-react/icons/phone-call";
import PhoneMissed from "lucide-react/icons/phone-missed";
import type { CallStatus } from "#src/shared/call-status.ts";
import { Badge } from "#ui/kit/badge.tsx";
import type { Tone } from "#ui/kit/tone.ts";

const STATES: Readonly<Record<CallStatus, readonly [Tone, LucideIcon, string]>> = {
  in_progress: ["busy", PhoneCall, "In progress"],
  completed: ["good", Check, "Completed"],
  missed: ["wait", PhoneMissed, "Missed"],
  failed: ["bad", CircleAlert, "Cut off"],
};

export function CallBadge({ status }: { status: CallStatus }) {
  const [tone, icon, label] = STATES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
