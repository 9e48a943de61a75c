import { formatCount } from "#src/shared/format-count.ts";
import { DAY_NAMES } from "#ui/calendar/hours/day-names.ts";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { classes } from "#ui/kit/classes.ts";

/** Shown even without a visit, so that the grid of a quiet week keeps its shape. */
const FIRST_HOUR = 9;
const LAST_HOUR = 17;

/** Visits by weekday and the hour in which they began, darker for fewer. */
export function BusiestHours({ counts }: { counts: readonly (readonly number[])[] }) {
  const hoursWithVisits = counts.flatMap((day) =>
    day.flatMap((count, hour) => (count > 0 ? [hour] : [])),
  );
  const from = Math.min(FIRST_HOUR, ...hoursWithVisits);
  const to = Math.max(LAST_HOUR, ...hoursWithVisits);
  const hours = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const most = Math.max(1, ...counts.flat());
  const peak = findPeak(counts);

  return (
    <Card aria-label="Busiest Hours">
      <CardHead title="Busiest Hours">
        <span className="sm dim">Visits by start time</span>
      </CardHead>
      <CardBody>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a phone, also by keyboard */}
        <section className="relative overflow-x-auto" aria-label="Visits by hour" tabIndex={0}>
          <table className="heat num">
            <thead>
              <tr>
                <td />
                {hours.map((hour) => (
                  <th key={hour} scope="col">
                    {hour % 12 || 12}
                    <span className="no-phone"> {hour < 12 ? "AM" : "PM"}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {DAY_NAMES.map(([, weekday], day) => (
                <tr key={weekday}>
                  <th scope="row">{weekday.slice(0, 3)}</th>
                  {hours.map((hour) => (
                    <Cell
                      key={hour}
                      count={counts[day]?.[hour] ?? 0}
                      most={most}
                      isPeak={peak?.day === day && peak.hour === hour}
                      name={`${weekday} at ${formatHour(hour)}`}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {peak && (
          <p className="sm dim mt-3">
            <b className="text-ink">
              {DAY_NAMES[peak.day]?.[1]} at {formatHour(peak.hour)}
            </b>{" "}
            is busiest, with {formatCount(peak.count, "visit")}.
          </p>
        )}
      </CardBody>
    </Card>
  );
}

interface CellProps {
  count: number;
  most: number;
  isPeak: boolean;
  name: string;
}

function Cell({ count, most, isPeak, name }: CellProps) {
  const strength = count === 0 ? 4 : 15 + Math.round((count / most) * 40);
  return (
    <td
      data-tip={`${name}: ${formatCount(count, "visit")}`}
      className={classes("heat-cell", isPeak && "peak")}
      style={
        isPeak
          ? undefined
          : { background: `color-mix(in srgb, var(--ink) ${strength}%, transparent)` }
      }
    >
      <span className="sr">{count}</span>
    </td>
  );
}

function findPeak(counts: readonly (readonly number[])[]) {
  let peak: { day: number; hour: number; count: number } | undefined;
  counts.forEach((hours, day) => {
    hours.forEach((count, hour) => {
      if (count > (peak?.count ?? 0)) peak = { day, hour, count };
    });
  });
  return peak;
}

function formatHour(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`;
}
