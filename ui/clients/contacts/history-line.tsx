import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Glyph } from "#ui/kit/glyph.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";

interface LineProps {
  icon: LucideIcon;
  title: string;
  at: string;
  /** After the time. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Line({ icon, title, at, actions, children }: LineProps) {
  return (
    <li className="flex gap-3 border-line border-t py-3.5">
      <Glyph icon={icon} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center min-w-0 min-h-7 gap-2">
          <h3 className="h3 clip">{title}</h3>
          <span className="flex-1 min-w-0" />
          {actions}
          <RelativeTime iso={at} className="xs faint num flex-none" />
        </div>
        <div className="sm dim">{children}</div>
      </div>
    </li>
  );
}
