import { useQuery } from "@tanstack/react-query";
import CalendarCheck from "lucide-react/icons/calendar-check";
import ChartColumn from "lucide-react/icons/chart-column";
import Download from "lucide-react/icons/download";
import { useSearchParams } from "wouter";
import type { Range, Report } from "#src/calendar/reports/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay } from "#ui/shell/format/dates.ts";
import { noonOf } from "#ui/shell/format/noon.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { BusiestHours } from "./busiest-hours.tsx";
import { parseSpan, rangeOf, reportQuery, SPANS } from "./queries.ts";
import { ReportFigures } from "./report-figures.tsx";
import { Shares } from "./shares.tsx";

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
          <span className="sm dim num">{formatRange(range)}</span>
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
  const { byEmployee, byService, campaigns, currency, unpricedVisits } = report;
  return (
    <>
      <BusiestHours counts={report.busiest} />
      <div className="grid grid-cols-2 items-start gap-4 @max-[760px]/page:grid-cols-1">
        <Shares
          title="Revenue by Employee"
          unit="visit"
          currency={currency}
          rows={byEmployee.map(({ employeeId, visits, ...one }) => ({
            ...one,
            key: String(employeeId),
            count: visits,
          }))}
        />
        <Shares
          title="Revenue by Service"
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
            note="Within 14 days of the text"
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
      </div>
      {unpricedVisits > 0 && (
        <p className="sm dim flex items-center gap-2 min-w-0">
          <ChartColumn className="i" aria-hidden="true" />
          {unpricedVisits === 1
            ? "1 visit has"
            : `${unpricedVisits.toLocaleString("en-US")} visits have`}{" "}
          no service with a price, so revenue leaves {unpricedVisits === 1 ? "it" : "them"} out.
        </p>
      )}
    </>
  );
}

function formatRange({ from, to }: Range): string {
  const end = noonOf(to);
  return `${formatShortDay(noonOf(from), end)} – ${formatShortDay(end, end)}`;
}
