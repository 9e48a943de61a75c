import CalendarCheck from "lucide-react/icons/calendar-check";
import Repeat from "lucide-react/icons/repeat";
import UserX from "lucide-react/icons/user-x";
import WalletCards from "lucide-react/icons/wallet-cards";
import type { Figures, Report } from "#src/calendar/reports/contract.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { Stat } from "#ui/kit/stat.tsx";
import { StatStrip } from "#ui/kit/stat-strip.tsx";

export function ReportFigures({ report }: { report: Report | undefined }) {
  const percentOf = (figures: Figures | undefined) =>
    figures && Math.round((figures.rebookedShare ?? 0) * 100);
  const centsOf = (figures: Figures | undefined) => figures && (parseCents(figures.revenue) ?? 0);
  const money = (cents: number) => formatMoney(cents, report?.currency ?? "USD");
  const before = report?.previous;
  const kept = parseCents(report?.keptDeposits ?? "0") ?? 0;
  return (
    <StatStrip>
      <Stat
        icon={CalendarCheck}
        label="Visits"
        figure={report?.visits}
        note={compare(report?.visits, before?.visits)}
      />
      <Stat
        icon={UserX}
        label="No-shows"
        figure={report?.noShows}
        note={compare(report?.noShows, before?.noShows)}
      />
      <Stat
        icon={Repeat}
        label="Rebooking Rate"
        figure={percentOf(report)}
        format={(percent) => `${percent}%`}
        note="booked again within 30 days"
      />
      <Stat
        icon={WalletCards}
        label="Revenue"
        figure={centsOf(report)}
        format={money}
        note={
          kept > 0
            ? `plus ${money(kept)} in kept deposits`
            : compare(centsOf(report), centsOf(before), money)
        }
      />
    </StatStrip>
  );
}

/** "12 more than before", "12 fewer than before", "$12.00 less than before". */
function compare(
  now: number | undefined,
  before: number | undefined,
  money?: (cents: number) => string,
): string {
  if (now === undefined || before === undefined) return "";
  if (now === before) return "same as before";
  const format = money ?? ((count: number) => count.toLocaleString("en-US"));
  const fewer = money ? "less" : "fewer";
  return `${format(Math.abs(now - before))} ${now > before ? "more" : fewer} than before`;
}
