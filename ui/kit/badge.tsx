import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import type { Tone } from "./tone.ts";

type BadgeProps =
  | { tone: Tone; icon: LucideIcon; children: ReactNode }
  /** A plain word or count without a status color needs no icon. */
  | { tone?: "plain"; icon?: LucideIcon; children: ReactNode };

export function Badge({ tone = "plain", icon, children }: BadgeProps) {
  return (
    <span className={`badge ${tone}`}>
      {icon && <Icon of={icon} size="s" />}
      {children}
    </span>
  );
}

/** The tone, icon and label of a status. */
export type StatusLook = readonly [Tone, LucideIcon, string];

export function LookBadge({ look: [tone, icon, label] }: { look: StatusLook }) {
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
