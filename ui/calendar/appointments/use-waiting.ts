import { useQuery } from "@tanstack/react-query";
import { type WaitlistEntry, waitlist } from "#src/calendar/waitlist/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { read } from "#ui/shell/data/read.ts";
import type { FormValues } from "./form-values.ts";

/** More names than this say less than the waitlist itself. */
const SHOWN = 3;

/** The first clients on the waitlist who want the time that is being booked, and fit in. */
export function useWaiting({ date, startTime, employeeId }: FormValues): WaitlistEntry[] {
  const { user } = useCurrentUser();
  const hasTime = date !== "" && startTime !== "" && employeeId !== "";
  const query = { employeeId: Number(employeeId), start: `${date}T${startTime}:00` };
  const { data: entries = [] } = useQuery({
    ...read(useApi(), waitlist.fittingAt, { query }),
    enabled: hasTime && user !== null && mayOpen(user, "/waitlist"),
  });
  return entries.slice(0, SHOWN);
}
