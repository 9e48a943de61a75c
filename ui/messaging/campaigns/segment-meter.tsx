import type { CSSProperties } from "react";
import type { SegmentCount } from "#src/shared/sms-segments.ts";
import { formatCount } from "#ui/shell/format/plural.ts";

const MOST_BARS = 8;

interface SegmentMeterProps {
  /** With the longest names filled in: the highest cost. */
  longest: SegmentCount;
  /** With a typical name. */
  typical: SegmentCount;
  id: string;
}

/** One bar per segment, the last one partly filled, with a text alternative. */
export function SegmentMeter({ longest, typical, id }: SegmentMeterProps) {
  const { segments, remaining, units } = longest;
  const bars = Math.min(MOST_BARS, segments);
  const last = units === 0 ? 0 : percentUsed(longest);

  return (
    <>
      <span className="flex w-16 gap-[3px] phone:order-2" aria-hidden="true">
        {Array.from({ length: bars }, (_, at) => {
          const style: CSSProperties = { width: at === bars - 1 ? `${last}%` : "100%" };
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its place
            <i key={at} className="h-1 flex-1 overflow-hidden rounded-full bg-trough">
              <i className="block h-full bg-accent" style={style} />
            </i>
          );
        })}
      </span>
      <span className="xs dim num phone:flex-1" id={id}>
        {typical.segments < segments
          ? `${formatCount(typical.segments, "segment")}, ${segments} for the longest names`
          : `${formatCount(segments, "segment")}, ${formatCount(remaining, "character")} left`}
      </span>
    </>
  );
}

function percentUsed({ segments, remaining, encoding }: SegmentCount): number {
  const sizes = encoding === "GSM-7" ? [160, 153] : [70, 67];
  const size = (segments === 1 ? sizes[0] : sizes[1]) ?? 1;
  return Math.round(((size - remaining) / size) * 100);
}
