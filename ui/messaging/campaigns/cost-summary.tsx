import type { ReactNode } from "react";
import type { Settings } from "#src/platform/settings/contract.ts";
import { campaignCost } from "#src/shared/money.ts";
import type { SegmentCount } from "#src/shared/sms-segments.ts";
import { formatCount } from "#ui/shell/format/plural.ts";
import {
  formatDuration,
  formatSegmentCost,
  formatTotal,
  microsOf,
  secondsToSend,
} from "./rates.ts";

interface CostSummaryProps {
  settings: Settings;
  /** Of the longest version of the text. */
  longest: SegmentCount;
  /** Undefined for a draft: its recipients are picked when it is approved. */
  recipients: number | undefined;
}

export function CostSummary({ settings, longest, recipients }: CostSummaryProps) {
  const { encoding, units, segments } = longest;
  const segmentCost = microsOf(settings.costPerSegment);
  const total = campaignCost(segments, segmentCost, recipients ?? 1);

  return (
    <dl className="num grid grid-cols-[1fr_auto] gap-y-1.5 rounded-lg border border-line bg-raised px-4 py-3.5 text-sm">
      <Line name="Encoding">
        {encoding}, {formatCount(units, "character")}
      </Line>
      <Line name="Segments per text">{segments}</Line>
      <Line name="Cost per segment">{formatSegmentCost(segmentCost)}</Line>
      {recipients !== undefined && (
        <>
          <Line name="Recipients">{recipients.toLocaleString("en-US")}</Line>
          <Line name="Time to send">
            {recipients === 0 ? "–" : formatDuration(secondsToSend(settings, segments, recipients))}
          </Line>
        </>
      )}
      <dt className={TOTAL}>{recipients === undefined ? "Cost per message" : "Estimated cost"}</dt>
      <dd className={`${TOTAL} text-right`} aria-live="polite">
        {recipients === undefined ? formatSegmentCost(total) : formatTotal(total)}
      </dd>
    </dl>
  );
}

const TOTAL = "mt-0.5 border-line border-t pt-2.25 font-semibold text-h2 text-ink";

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="dim">{name}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </>
  );
}
