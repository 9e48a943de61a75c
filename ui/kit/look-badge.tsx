import type { LucideIcon } from "lucide-react";
import { Badge } from "./badge.tsx";
import type { Tone } from "./tone.ts";

/** The tone, icon and label of a status. */
export type StatusLook = readonly [Tone, LucideIcon, string];

export function LookBadge({ look: [tone, icon, label] }: { look: StatusLook }) {
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
