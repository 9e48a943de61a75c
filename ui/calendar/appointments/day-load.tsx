import { dayOf } from "#src/shared/wall-time.ts";
import { bookedIn, busySpans, type Minutes, sumDay } from "./free-time.ts";
import { type HourRange, type Lane, minuteOf, processingSpans } from "./layout.ts";

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

/** Where a minute of the day is on a bar, such as "25%". */
function placeOn({ from, until }: HourRange, minute: number): string {
  return `${((minute / 60 - from) / (until - from)) * 100}%`;
}

interface DayLoadProps {
  lane: Lane;
  range: HourRange;
  now: string;
}

/** An employee's day as a bar; the words next to it say the same. */
export function DayLoad({ lane, range, now }: DayLoadProps) {
  const { free, away, visits } = sumDay(lane, now);
  if (away !== undefined && visits === 0) return <span className="load away" aria-hidden="true" />;
  const ahead = bookedIn(lane);
  const bars = (kind: string, spans: readonly Minutes[]) =>
    spans.map(({ from, until }, at) => (
      <i
        // biome-ignore lint/suspicious/noArrayIndexKey: two may begin together
        key={at}
        className={kind}
        style={{ left: placeOn(range, from), right: `calc(100% - ${placeOn(range, until)})` }}
      />
    ));
  return (
    <span className="load" aria-hidden="true">
      {bars("open", free)}
      {bars("wait", ahead.flatMap(processingSpans))}
      {bars("taken", [...ahead.flatMap(busySpans), ...lane.off])}
      {lane.day === dayOf(now) && (
        <i className="at-now" style={{ left: placeOn(range, minuteOf(now)) }} />
      )}
    </span>
  );
}
