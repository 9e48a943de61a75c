import { useQuery } from "@tanstack/react-query";
import Calculator from "lucide-react/icons/calculator";
import CalendarCheck from "lucide-react/icons/calendar-check";
import ChartColumn from "lucide-react/icons/chart-column";
import Download from "lucide-react/icons/download";
import Repeat from "lucide-react/icons/repeat";
import UserX from "lucide-react/icons/user-x";
import WalletCards from "lucide-react/icons/wallet-cards";
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import type { Figures, Range, Report } from "#src/calendar/reports/contract.ts";
import { formatCount, formatNumber } from "#src/shared/format-count.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { Stat } from "#ui/kit/stat.tsx";
import { StatStrip } from "#ui/kit/stat-strip.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, wallTimeOf } from "#ui/shell/format/dates.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { BusiestHours, Shares, TipsByEmployee } from "./charts.tsx";
import { NoShows } from "./no-shows.tsx";
import { parseSpan, rangeBefore, rangeOf, reportQuery, SPANS } from "./queries.ts";

export function ReportsScreen() {
  const [params, setParams] = useSearchParams();
  const { now, timeZone } = useBusinessTime();
  const span = parseSpan(params.toString());
  const range = rangeOf(span, now, timeZone);
  const { data: report, error, refetch } = useQuery(reportQuery(useApi(), range));
  const exportHref = `/api/reports/export?${new URLSearchParams({ ...range })}`;
  const isEmpty = report && report.visits + report.noShows + report.canceled === 0;

  return (
    <>
      <Bar title="Reports">
        <BarAction icon={Download} onClick={() => location.assign(exportHref)}>
          Download CSV
        </BarAction>
      </Bar>
      <Page label="Reports">
        <FilterBar>
          <Segmented
            label="Period"
            value={span}
            onValueChange={(days) => setParams({ days }, { replace: true })}
            options={SPANS}
          />
          <span className="sm dim num order-2">
            {formatRange(range)}, compared with {formatRange(rangeBefore(range))}
          </span>
        </FilterBar>
        {error && !report && (
          <ErrorNote>
            {errorMessage(error)}{" "}
            <Button size="tiny" onClick={() => void refetch()}>
              Retry
            </Button>
          </ErrorNote>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <ReportFigures report={report} />
          {isEmpty ? (
            <EmptyState icon={CalendarCheck} title="No visits in this period">
              Appointments count as visits once they are over.
            </EmptyState>
          ) : (
            report && <Details report={report} />
          )}
        </div>
      </Page>
    </>
  );
}

function Details({ report }: { report: Report }) {
  const { byEmployee, byService, campaigns, automaticTexts, currency, unpricedVisits } = report;
  const parts = report.listVisits > 0 ? "Includes not yet recorded" : undefined;
  return (
    <>
      <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,3fr)] gap-4 @max-[900px]/page:grid-cols-1">
        <BusiestHours counts={report.busiest} />
        <NoShows report={report} />
      </div>
      <div className="grid grid-cols-2 gap-4 @max-[760px]/page:grid-cols-1">
        <Shares
          title="Revenue by Employee"
          note={parts}
          unit="visit"
          currency={currency}
          rows={byEmployee.map(({ employeeId, visits, ...one }) => ({
            ...one,
            key: String(employeeId),
            isPerson: true,
            count: visits,
          }))}
        />
        <Shares
          title="Revenue by Service"
          note={parts}
          unit="visit"
          currency={currency}
          rows={byService.map(({ serviceId, visits, ...one }) => ({
            ...one,
            key: `${serviceId} ${one.name}`,
            count: visits,
          }))}
        />
        {campaigns.length > 0 && (
          <Shares
            title="Bookings from Campaigns"
            note="Within 14 days"
            unit="booking"
            currency={currency}
            rows={campaigns.map(({ campaignId, bookings, ...one }) => ({
              ...one,
              key: String(campaignId),
              count: bookings,
              href: `/campaigns/${campaignId}`,
            }))}
          />
        )}
        {automaticTexts.length > 0 && (
          <Shares
            title="Bookings from Automatic Texts"
            note="Within 14 days"
            unit="booking"
            currency={currency}
            rows={automaticTexts.map(({ id, bookings, ...one }) => ({
              ...one,
              key: id,
              count: bookings,
              href: `/campaigns/automatic/${id}`,
            }))}
          />
        )}
      </div>
      <TipsByEmployee report={report} />
      {unpricedVisits > 0 && (
        <Footnote>
          {unpricedVisits === 1 ? "1 visit has" : `${formatNumber(unpricedVisits)} visits have`} no
          service with a price, so revenue leaves {unpricedVisits === 1 ? "it" : "them"} out.
        </Footnote>
      )}
    </>
  );
}

function Footnote({ children }: { children: ReactNode }) {
  return (
    <p className="sm dim num flex items-center gap-2 min-w-0">
      <ChartColumn className="i" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

function formatRange({ from, to }: Range): string {
  const end = wallTimeOf(to);
  return `${formatShortDay(wallTimeOf(from), end)} – ${formatShortDay(end, end)}`;
}

function ReportFigures({ report }: { report: Report | undefined }) {
  const percentOf = (figures: Figures | undefined) =>
    figures && Math.round((figures.rebookedShare ?? 0) * 100);
  const estimateOf = (figures: Figures | undefined) =>
    figures && (parseCents(figures.listRevenue) ?? 0);
  const receivedOf = (figures: Figures | undefined) =>
    figures && (parseCents(figures.revenue) ?? 0) - (estimateOf(figures) ?? 0);
  const money = (cents: number) => formatMoney(cents, report?.currency ?? "USD");
  const before = report?.previous;
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
        note="Booked again within 30 days"
      />
      <Stat
        icon={WalletCards}
        label="Received"
        figure={receivedOf(report)}
        format={money}
        note={compare(receivedOf(report), receivedOf(before), money)}
      />
      <Stat
        icon={Calculator}
        label="Not Yet Recorded"
        figure={estimateOf(report)}
        format={money}
        note={`${formatCount(report?.listVisits ?? 0, "visit")} at list price`}
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
  const format = money ?? formatNumber;
  const fewer = money ? "less" : "fewer";
  return `${format(Math.abs(now - before))} ${now > before ? "more" : fewer} than before`;
}
