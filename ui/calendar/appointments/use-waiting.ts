import { useQuery } from "@tanstack/react-query";
import type { Service } from "#src/calendar/services/contract.ts";
import { type WaitlistEntry, waitlist } from "#src/calendar/waitlist/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { isPreferredTime } from "#src/shared/preferred-times.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { read } from "#ui/shell/data/read.ts";
import type { FormValues } from "./form-values.ts";
import { servicesOf, visitTerms } from "./visit-terms.ts";

/** More names than this say less than the waitlist itself. */
const SHOWN = 3;

/** The first clients on the waitlist who want the time that is being booked. */
export function useWaiting(
  services: readonly Service[],
  { date, startTime, employeeId }: FormValues,
): WaitlistEntry[] {
  const { user } = useCurrentUser();
  const { data: entries = [] } = useQuery({
    ...read(useApi(), waitlist.list),
    enabled: startTime !== "" && user !== null && mayOpen(user, "/waitlist"),
  });
  if (startTime === "") return [];
  const employee = Number(employeeId);
  const fits = (entry: WaitlistEntry) => {
    const wanted = servicesOf(services, entry.services);
    const minutes = visitTerms(wanted, employee)?.durationMinutes;
    return (
      entry.status === "waiting" &&
      minutes !== undefined &&
      (entry.employeeId === null || entry.employeeId === employee) &&
      wanted.every(({ employeeIds }) => employeeIds?.includes(employee) ?? true) &&
      isPreferredTime(entry, `${date}T${startTime}:00`, minutes)
    );
  };
  return entries.filter(fits).slice(0, SHOWN);
}
