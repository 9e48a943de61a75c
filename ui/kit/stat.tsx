import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { formatNumber } from "#src/shared/format-count.ts";
import { Icon } from "./icon.tsx";
import { Skeleton } from "./skeleton.tsx";

interface StatProps {
  icon: LucideIcon;
  label: string;
  /** Undefined while it loads. Zero shows no note. */
  figure: number | undefined;
  /** Formats figures that are not plain numbers, such as amounts of money. */
  format?: ((figure: number) => string) | undefined;
  note?: ReactNode;
}

export function Stat({ icon, label, figure, format, note }: StatProps) {
  return (
    <section className="card stat" aria-label={label} aria-busy={figure === undefined}>
      <div className="flex items-center gap-2 min-w-0 dim sm">
        <Icon of={icon} />
        <span className="clip">{label}</span>
      </div>
      <div className="figure">
        {figure === undefined ? (
          <Skeleton width={72} height={24} />
        ) : (
          (format?.(figure) ?? formatNumber(figure))
        )}
      </div>
      {note !== undefined && (
        <div className="xs faint num foot">
          {figure === undefined ? <Skeleton width={88} /> : figure > 0 && note}
        </div>
      )}
    </section>
  );
}
