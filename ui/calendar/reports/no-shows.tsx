import type { ReactNode } from "react";
import type { Report } from "#src/calendar/reports/contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";

/** How often clients don't come, and what the salon kept of it. */
export function NoShows({ report }: { report: Report }) {
  const { noShows, visits, canceled, noShowShare, previous, currency } = report;
  const kept = [
    ["Kept deposits", report.keptDeposits],
    ["Fees", report.fees],
  ].filter(([, amount]) => amount !== "0.00");
  return (
    <Card aria-label="No-Shows">
      <CardHead title="No-Shows">
        <span className="sm dim">Share of booked visits</span>
      </CardHead>
      <CardBody>
        <p className="text-figure font-label num">{formatShare(noShowShare)}</p>
        <p className="sm dim num">
          {formatNumber(noShows)} of {formatNumber(visits + noShows)} booked visits
        </p>
        <dl className="num mt-3">
          <Line name="The period before">{formatShare(previous.noShowShare)}</Line>
          <Line name="Canceled">{formatNumber(canceled)}</Line>
          {kept.map(([name = "", amount = ""]) => (
            <Line key={name} name={name}>
              {formatMoney(parseCents(amount) ?? 0, currency)}
            </Line>
          ))}
        </dl>
        {kept.length > 0 && <p className="xs faint mt-2">Received leaves these amounts out.</p>}
      </CardBody>
    </Card>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center gap-3 border-line border-t text-base">
      <dt className="dim min-w-0 flex-1">{name}</dt>
      <dd className="font-label">{children}</dd>
    </div>
  );
}

function formatShare(share: number | null): string {
  return share === null ? "None" : `${Math.round(share * 1000) / 10}%`;
}
