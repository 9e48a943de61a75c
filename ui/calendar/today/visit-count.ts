import { useQuery } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { appointmentsQuery } from "#ui/calendar/appointments/queries.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt } from "#ui/shell/format/dates.ts";

/** How many visits today has; undefined until it is known. */
export function useVisitCount(enabled: boolean): number | undefined {
  const { now, timeZone } = useBusinessTime();
  const today = dayAt(now, timeZone);
  const query = appointmentsQuery(useApi(), { from: today, to: today });
  const { data } = useQuery({ ...query, enabled });
  return data?.appointments.filter(({ status }) => status !== "canceled").length;
}
