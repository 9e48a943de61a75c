import Check from "lucide-react/icons/check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import type { Settings } from "#src/settings/contract.ts";
import { Badge } from "#ui/kit/badge.tsx";

export function MailBadge({ settings }: { settings: Settings }) {
  return settings.canMail ? (
    <Badge tone="good" icon={Check}>
      Connected
    </Badge>
  ) : (
    <Badge tone="off" icon={CircleDashed}>
      Not set up
    </Badge>
  );
}
