import type { Report } from "#src/messaging/campaigns/contract.ts";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { useTimeZone } from "#ui/shell/format/business-time-zone.tsx";
import { type Bucket, bucketsOf, NOTHING, sum } from "./hour-buckets.ts";
import { HoursChart } from "./hours-chart.tsx";

const SERIES = [
  { name: "sent", label: "Sent", dot: "bg-control" },
  { name: "delivered", label: "Delivered", dot: "bg-good" },
  { name: "failed", label: "Failed", dot: "bg-bad" },
  { name: "replies", label: "Replies", dot: "bg-busy" },
] as const;

/** Activity over time as bars, and as a table for screen readers. */
export function HoursCard({ hours }: { hours: Report["hours"] }) {
  const timeZone = useTimeZone();
  const { by, buckets } = bucketsOf(hours, timeZone);
  const title = by === "hour" ? "Hour by hour" : "Day by day";
  return (
    <Card aria-label="Over time">
      <CardHead title="Over time" />
      <CardBody className="relative">
        <p className="xs dim mb-3 flex flex-wrap gap-x-3.5 gap-y-1">
          {SERIES.map(({ name, label, dot }) => (
            <span key={name} className="flex items-center min-w-0 gap-1.5">
              <i className={`size-2 rounded-full ${dot}`} />
              {label}
            </span>
          ))}
        </p>
        <HoursChart label={captionOf(title, buckets)} buckets={buckets} />
        {buckets.length === 0 ? (
          <p className="sm dim mt-2">Nothing to show yet.</p>
        ) : (
          <div className="sr">
            <HoursTable title={title} buckets={buckets} />
          </div>
        )}
      </CardBody>
    </Card>
  );
}

function HoursTable({ title, buckets }: { title: string; buckets: readonly Bucket[] }) {
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          {SERIES.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {buckets.map((bucket) => (
          <tr key={bucket.label}>
            <th scope="row">{bucket.label}</th>
            {SERIES.map(({ name }) => (
              <td key={name}>{bucket[name].toLocaleString("en-US")}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function captionOf(title: string, buckets: readonly Bucket[]): string {
  const first = buckets[0];
  const last = buckets.at(-1);
  if (!first || !last) return "Nothing to show yet";
  const all = buckets.reduce(sum, NOTHING);
  const span = first === last ? first.label : `${first.label} to ${last.label}`;
  const figures = SERIES.map(
    ({ name, label }) => `${all[name].toLocaleString("en-US")} ${label.toLowerCase()}`,
  );
  return `${title}, ${span}: ${figures.join(", ")}`;
}
