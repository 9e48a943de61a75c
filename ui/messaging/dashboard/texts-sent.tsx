import type { Stats } from "#src/messaging/dashboard/contract.ts";
import { BarChart } from "#ui/kit/bar-chart.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { formatDay } from "#ui/shell/format/dates.ts";
import { sum } from "./stat-cards.tsx";

type Days = Stats["days"];

export function TextsSent({ days }: { days: Days | undefined }) {
  return (
    <Card aria-busy={days === undefined}>
      <CardHead title="Texts sent">
        <span className="xs faint pr-2">Last 14 days</span>
      </CardHead>
      <CardBody className="pb-3!">
        {days ? <Chart days={days} /> : <Skeleton height={110} />}
      </CardBody>
    </Card>
  );
}

function Chart({ days }: { days: Days }) {
  const sent = summary(days.map((day) => day.sent));
  const failed = summary(days.map((day) => day.failed));
  return (
    <>
      <BarChart
        label={`Texts sent per day, ${formatSpan(days)}: ${sent} sent, ${failed} failed`}
        bars={days.map((day, at) => ({
          tick: String(Number(day.day.slice(8))),
          value: day.sent,
          failed: day.failed > 0,
          current: at === days.length - 1,
        }))}
      />
      <div className="flex items-center min-w-0 xs dim num mt-2 gap-3.5">
        <span className="flex items-center min-w-0 gap-1.5">
          <i className="dot bg-control" />
          {sent} sent
        </span>
        <span className="flex items-center min-w-0 gap-1.5">
          <i className="dot bad" />
          {failed} failed
        </span>
      </div>
    </>
  );
}

function summary(figures: readonly number[]): string {
  return sum(figures).toLocaleString("en-US");
}

/** "November 7 to 20", "October 28 to November 10". */
function formatSpan(days: Days): string {
  const [from, to] = [days.at(0)?.day ?? "", days.at(-1)?.day ?? ""].map(monthAndDay);
  if (!from || !to) return "";
  return `${formatDay(from)} to ${from.month === to.month ? to.day : formatDay(to)}`;
}

function monthAndDay(day: string): { month: number; day: number } {
  return { month: Number(day.slice(5, 7)), day: Number(day.slice(8)) };
}
