import type { LucideIcon } from "lucide-react";
import CalendarX from "lucide-react/icons/calendar-x";
import History from "lucide-react/icons/history";
import Receipt from "lucide-react/icons/receipt";
import WalletCards from "lucide-react/icons/wallet-cards";
import type { ReactNode } from "react";
import type { Report } from "#src/calendar/reports/contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Icon } from "#ui/kit/icon.tsx";

/** How often clients don't come, and what the salon kept of it. */
export function NoShows({ report }: { report: Report }) {
  const { noShows, visits, canceled, noShowShare, previous, currency } = report;
  const money = (amount: string) => formatMoney(parseCents(amount) ?? 0, currency);
  return (
    <Card aria-label="No-Shows">
      <CardHead title="No-Shows">
        <span className="sm dim">Share of booked visits</span>
      </CardHead>
      <CardBody>
        <p className="num font-label text-figure">{formatShare(noShowShare)}</p>
        <p className="sm dim num">
          {formatNumber(noShows)} of {formatNumber(visits + noShows)} booked visits
        </p>
        <dl className="num mt-3">
          <Line icon={History} name="The period before">
            {formatShare(previous.noShowShare)}
          </Line>
          <Line icon={CalendarX} name="Canceled">
            {formatNumber(canceled)}
          </Line>
          <Line icon={WalletCards} name="Kept deposits">
            {money(report.keptDeposits)}
          </Line>
          <Line icon={Receipt} name="Fees">
            {money(report.fees)}
          </Line>
        </dl>
        <p className="xs faint mt-1">Received leaves out kept deposits and fees.</p>
      </CardBody>
    </Card>
  );
}

interface LineProps {
  icon: LucideIcon;
  name: string;
  children: ReactNode;
}

function Line({ icon, name, children }: LineProps) {
  return (
    <div className="flex min-h-10 items-center gap-2 border-line border-t text-base">
      <Icon of={icon} className="dim" />
      <dt className="dim min-w-0 flex-1">{name}</dt>
      <dd className="font-label">{children}</dd>
    </div>
  );
}

function formatShare(share: number | null): string {
  return share === null ? "None" : `${Math.round(share * 1000) / 10}%`;
}
