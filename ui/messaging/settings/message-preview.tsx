import type { ReactNode } from "react";
import { findOwn } from "#src/shared/find-own.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatLongDate } from "#src/shared/long-date.ts";
import { countSegments } from "#src/shared/sms-segments.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { WIDE } from "#ui/platform/settings/section-card.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt } from "#ui/shell/format/dates.ts";

interface MessagePreviewProps {
  message: string;
  businessName: string;
  /** Below it, at the right. */
  children?: ReactNode;
}

/** Sample values for each field; the server fills in the same fields. */
const SAMPLE: Readonly<Record<string, string>> = {
  clientName: "Dana Reyes",
  firstName: "Dana",
  service: "Balayage",
  employee: "Priya",
  time: "2:30 PM",
};

export function MessagePreview({ message, businessName, children }: MessagePreviewProps) {
  const { now, timeZone } = useBusinessTime();
  const sample: typeof SAMPLE = {
    ...SAMPLE,
    date: formatLongDate(addDays(dayAt(now, timeZone), 4)),
    businessName: businessName || "Your Salon",
  };
  const text = message.replace(
    /\{(\w+)\}/g,
    (field, name: string) => findOwn(sample, name) ?? field,
  );
  const { segments, encoding } = countSegments(text);
  const unknown = [...text.matchAll(/\{\w+\}/g)].map(([field]) => field);
  return (
    <div className={WIDE}>
      <div className="flex rounded-lg bg-sunken p-3">
        <p className="b out whitespace-pre-wrap wrap-anywhere">{text.trim() || "…"}</p>
      </div>
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="hint num" role="status">
          Charged as {formatCount(segments, "text")}
          {encoding === "Unicode" && ", because of special characters"}
          {unknown.length > 0 && `. Unknown fields are sent as typed: ${unknown.join(", ")}`}
        </p>
        {children}
      </div>
    </div>
  );
}
