import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { Skeleton } from "./skeleton.tsx";
import { Sparkline } from "./sparkline.tsx";

interface StatProps {
  icon: LucideIcon;
  label: string;
  /** Undefined while it loads. Zero shows neither note nor trend. */
  figure: number | undefined;
  /** Formats figures that are not plain numbers, such as amounts of money. */
  format?: ((figure: number) => string) | undefined;
  note?: ReactNode;
  trend?: readonly number[] | undefined;
}

export function Stat({ icon, label, figure, format, note, trend }: StatProps) {
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
          (format?.(figure) ?? figure.toLocaleString("en-US"))
        )}
      </div>
      {note !== undefined && (
        <div className="xs faint num foot">
          {figure === undefined ? <Skeleton width={88} /> : figure > 0 && note}
        </div>
      )}
      {figure !== undefined && trend && <Sparkline values={figure === 0 ? [] : trend} />}
    </section>
  );
}
