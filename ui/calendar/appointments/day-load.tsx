import { busySpans, type Minutes, sumDay } from "./free-time.ts";
import { type HourRange, type Lane, processingSpans } from "./layout.ts";

/** What the colors of a day's bar mean. */
export function LoadKey() {
  return (
    <ul className="load-key" aria-hidden="true">
      <li className="taken">Taken</li>
      <li className="wait">Processing</li>
      <li className="open">Free</li>
      <li className="idle">Off or past</li>
    </ul>
  );
}

interface DayLoadProps {
  lane: Lane;
  range: HourRange;
  now: string;
}

/** An employee's day as a bar; the words next to it say the same. */
export function DayLoad({ lane, range, now }: DayLoadProps) {
  const { free, away } = sumDay(lane, now);
  if (away !== undefined) return <span className="load away" aria-hidden="true" />;
  const ahead = lane.appointments.filter(({ status }) => status !== "canceled");
  const spans: [string, Minutes][] = [
    ...free.map((span): [string, Minutes] => ["open", span]),
    ...ahead.flatMap((one) =>
      processingSpans(one).map((span): [string, Minutes] => ["wait", span]),
    ),
    ...[...ahead.flatMap(busySpans), ...lane.off].map((span): [string, Minutes] => ["taken", span]),
  ];
  const [first, all] = [range.from * 60, (range.until - range.from) * 60];
  return (
    <span className="load" aria-hidden="true">
      {spans.map(([kind, { from, until }]) => (
        <i
          key={`${kind} ${from} ${until}`}
          className={kind}
          style={{
            left: `${(Math.max(0, from - first) / all) * 100}%`,
            width: `${((Math.min(until - first, all) - Math.max(0, from - first)) / all) * 100}%`,
          }}
        />
      ))}
    </span>
  );
}
