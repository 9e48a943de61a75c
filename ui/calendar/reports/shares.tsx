import { Link } from "wouter";
import type { Report } from "#src/calendar/reports/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";

/** Named rows beyond these are added up in one. */
const MAX_ROWS = 8;

interface Share {
  readonly key: string;
  readonly name: string;
  readonly count: number;
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
          {rows.slice(0, MAX_ROWS).map(({ key, name, count, href }, at) => (
            <li key={key}>
              <div className="flex items-center min-w-0 gap-2">
                <span className="clip font-label">
                  {href ? <Link href={href}>{name}</Link> : name}
                </span>
                {count > 0 && (
                  <span className="sm dim num flex-none">{formatCount(count, unit)}</span>
                )}
                <span className="flex-1 min-w-0" />
                <span className="num flex-none font-label">
                  {formatMoney(amounts[at] ?? 0, currency)}
                </span>
              </div>
              <div className="meter mt-1.5" aria-hidden="true">
                <i
                  className="off"
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
      note="Divided by their services"
      unit="visit"
      currency={currency}
      rows={rows
        .map(({ employeeId, name, tips: revenue }) => ({
          key: String(employeeId),
          name,
          count: 0,
          revenue,
        }))
        .toSorted((one, other) => Number(other.revenue) - Number(one.revenue))}
    />
  );
}
