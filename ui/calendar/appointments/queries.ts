import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import type { Place } from "#ui/screen.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { readLater } from "#ui/shell/data/read.ts";
import { dayAt } from "#ui/shell/format/dates.ts";
import { parseView, spanOf } from "./schedule-query.ts";

export interface Listed {
  readonly appointments: readonly Appointment[];
  /** The nearest day with appointments, from the first visible day. */
  readonly nearest: string | null;
}

const LIST = {
  path: "/api/appointments",
  reads: ["appointments", "payments", "employees", "hours", "contacts", "settings"],
} as const;

/** The key of all spans. */
export const LISTED = { queryKey: ["listed", LIST.path] };

/** Both days included. */
export function appointmentsQuery(api: Api, { from, to }: { from: string; to: string }) {
  return queryOptions({
    queryKey: [...LISTED.queryKey, { from, to }],
    queryFn: async (): Promise<Listed> => {
      const contract = await import("#src/calendar/appointments/contract.ts");
      let nearest: string | null = null;
      const found = await api(contract.appointments.list, {
        query: { from, to },
        onHeaders: (headers) => {
          nearest = headers.get(contract.FIRST_DATE_HEADER);
        },
      });
      return { appointments: found, nearest };
    },
    refetchInterval: POLL_MS.appointments,
    placeholderData: keepPreviousData,
    meta: { reads: LIST.reads },
  });
}

interface Span {
  readonly from: string;
  readonly to: string;
}

export function openDaysQuery(api: Api, span: Span) {
  const endpoint = { path: "/api/hours/days", reads: ["hours", "employees"] } as const;
  return queryOfSpan(endpoint, span, async () =>
    api((await import("#src/calendar/hours/contract.ts")).hours.days, { query: span }),
  );
}

export function timeOffQuery(api: Api, span: Span) {
  const endpoint = { path: "/api/time-off", reads: ["time-off", "employees", "settings"] } as const;
  return queryOfSpan(endpoint, span, async () =>
    api((await import("#src/calendar/time-off/contract.ts")).timeOff.list, { query: span }),
  );
}

export function heldQuery(api: Api, span: Span) {
  const reads = ["appointments", "waitlist", "contacts"] as const;
  return queryOfSpan({ path: "/api/availability/held", reads }, span, async () =>
    api((await import("#src/calendar/availability/contract.ts")).availability.held, {
      query: span,
    }),
  );
}

/** The last span stays in sight while another one loads. */
function queryOfSpan<Reply>(
  endpoint: Parameters<typeof readLater>[0],
  span: Span,
  load: () => Promise<Reply>,
) {
  return { ...readLater(endpoint, load, { ...span }), placeholderData: keepPreviousData };
}

/** Today, or the nearest day with appointments if today has none. */
export function initialDate(today: string, listed: Listed | undefined): string {
  const isEmpty = listed?.appointments.every(({ status }) => status === "canceled") ?? false;
  return isEmpty ? (listed?.nearest ?? today) : today;
}

export async function prefetch({ api, client }: Prefetcher, { search }: Place): Promise<void> {
  const query = parseView(new URLSearchParams(search));
  const [{ timeZone }] = await Promise.all([
    client.fetchQuery(shellSettingsQuery(api)),
    client.prefetchQuery(employeesQuery(api)),
    client.prefetchQuery(servicesQuery(api)),
  ]);
  const today = dayAt(Date.now(), timeZone);
  const visibleDate =
    query.date ??
    initialDate(today, await client.fetchQuery(appointmentsQuery(api, { from: today, to: today })));
  const span = spanOf(visibleDate, query);
  await Promise.all([
    client.prefetchQuery(appointmentsQuery(api, span)),
    client.prefetchQuery(openDaysQuery(api, span)),
    client.prefetchQuery(timeOffQuery(api, span)),
  ]);
}
