import { Link } from "wouter";
import type { Report } from "#src/calendar/reports/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { DAY_NAMES } from "#ui/calendar/hours/day-names.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { classes } from "#ui/kit/classes.ts";

/** Named rows beyond these are added up in one. */
const MAX_ROWS = 8;

interface Share {
  readonly key: string;
  readonly name: string;
  /** With an avatar. */
  readonly isPerson?: boolean;
  readonly count?: number;
  readonly revenue: string;
  readonly href?: string;
}

interface SharesProps {
  title: string;
  note?: string | undefined;
  /** What `count` counts, in the singular. */
  unit: string;
  currency: string;
  /** Largest first. */
  rows: readonly Share[];
}

/** Bars of revenue; the largest fills the width. */
export function Shares({ title, note, unit, currency, rows }: SharesProps) {
  const amounts = rows.map(({ revenue }) => parseCents(revenue) ?? 0);
  const largest = Math.max(1, ...amounts);
  const rest = rows.slice(MAX_ROWS);
  return (
    <Card aria-label={title}>
      <CardHead title={title}>{note && <span className="sm dim">{note}</span>}</CardHead>
      <CardBody>
        <ul className="flex flex-col min-w-0 gap-4">
          {rows.slice(0, MAX_ROWS).map(({ key, name, isPerson, count, href }, at) => (
            <li key={key}>
              <div className="flex items-center min-w-0 gap-2">
                {isPerson && <Avatar id={Number(key)} name={name} size="s" />}
                <span className="clip font-label">
                  {href ? <Link href={href}>{name}</Link> : name}
                </span>
                {count !== undefined && (
                  <span className="sm dim num flex-none">{formatCount(count, unit)}</span>
                )}
                <span className="flex-1 min-w-0" />
                <span className="num flex-none font-label">
                  {formatMoney(amounts[at] ?? 0, currency)}
                </span>
              </div>
              <div className="meter mt-1.5" aria-hidden="true">
                <i
                  className="bg-control!"
                  style={{ translate: `${((amounts[at] ?? 0) / largest) * 100 - 100}%` }}
                />
              </div>
            </li>
          ))}
          {rest.length > 0 && (
            <li className="flex items-center min-w-0 sm dim gap-2">
              {rest.length} others
              <span className="flex-1 min-w-0" />
              <span className="num">
                {formatMoney(
                  amounts.slice(MAX_ROWS).reduce((total, cents) => total + cents, 0),
                  currency,
                )}
              </span>
            </li>
          )}
        </ul>
      </CardBody>
    </Card>
  );
}

export function TipsByEmployee({ report: { byEmployee, tips, currency } }: { report: Report }) {
  const rows = byEmployee.filter((one) => one.tips !== "0.00");
  if (tips === "0.00") return null;
  return (
    <Shares
      title="Tips by Employee"
      note="Split by the price of each one's services"
      unit="visit"
      currency={currency}
      rows={rows
        .map(({ employeeId, name, tips: revenue }) => ({
          key: String(employeeId),
          name,
          isPerson: true,
          revenue,
        }))
        .toSorted((one, other) => Number(other.revenue) - Number(one.revenue))}
    />
  );
}

/** Shown even without a visit, so that the grid of a quiet week keeps its shape. */
const FIRST_HOUR = 9;
const LAST_HOUR = 17;
const NOON = 12;

/** Visits by weekday and the hour in which they began. */
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
                  <th key={hour} scope="col" aria-label={formatHour(hour)}>
                    <span className="phone:hidden">
                      {hour === from || hour === NOON ? formatHour(hour) : hour % 12}
                    </span>
                    <span className="hidden phone:inline">
                      {hour % 12 || 12}
                      {hour < 12 ? "a" : "p"}
                    </span>
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
                      name={`${weekday} at ${formatHour(hour)}`}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {peak && (
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 sm dim">
            <Key most={most} />
            <p>
              <b className="text-ink">
                {DAY_NAMES[peak.day]?.[1]} at {formatHour(peak.hour)}
              </b>{" "}
              is busiest, with {formatCount(peak.count, "visit")}.
            </p>
          </div>
        )}
      </CardBody>
    </Card>
  );
}

/** How many visits the shades stand for. */
function Key({ most }: { most: number }) {
  const steps = [0, Math.round(most / 3), Math.round((most * 2) / 3), most];
  return (
    <ul className="num flex gap-3 xs" aria-label="Number of visits by color">
      {[...new Set(steps)].map((count) => (
        <li key={count} className="flex items-center gap-1.5">
          <i
            className={classes("size-3.5 rounded-sm", count === most && "bg-accent")}
            style={count === most ? undefined : { background: shadeOf(count, most) }}
          />
          {count === most ? formatCount(count, "visit") : count}
        </li>
      ))}
    </ul>
  );
}

function shadeOf(count: number, most: number): string {
  const strength = count === 0 ? 4 : 15 + Math.round((count / most) * 40);
  return `color-mix(in srgb, var(--ink) ${strength}%, transparent)`;
}

interface CellProps {
  count: number;
  most: number;
  name: string;
}

function Cell({ count, most, name }: CellProps) {
  const isPeak = count === most;
  return (
    <td
      data-tip={`${name}: ${formatCount(count, "visit")}`}
      className={classes("heat-cell", isPeak && "peak")}
      style={isPeak ? undefined : { background: shadeOf(count, most) }}
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
