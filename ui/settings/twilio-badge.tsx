import Check from "lucide-react/icons/check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import FlaskConical from "lucide-react/icons/flask-conical";
import type { Settings } from "#src/settings/contract.ts";
import { Badge } from "#ui/kit/badge.tsx";
import { isTwilioSetUp } from "./twilio-state.ts";

export function TwilioBadge({ settings }: { settings: Settings }) {
  if (settings.simulatedCarrier)
    return (
      <Badge tone="accent" icon={FlaskConical}>
        Simulated
      </Badge>
    );
  return isTwilioSetUp(settings) ? (
    <Badge tone="good" icon={Check}>
      Connected
    </Badge>
  ) : (
    <Badge tone="off" icon={CircleDashed}>
      Not set up
    </Badge>
  );
}
