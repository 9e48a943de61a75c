import { useQuery } from "@tanstack/react-query";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useVisitCount } from "#ui/calendar/today/queries.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatDay, formatWeekday, wallTime } from "#ui/shell/format/dates.ts";
import { formatCount } from "#ui/shell/format/plural.ts";
import { waitingQuery } from "#ui/shell/layout/pending-queries.ts";

interface GreetingProps {
  user: CurrentUser;
  /** Whether the salon has no clients yet. */
  isNew: boolean;
}

/** By the business's time zone, wherever the user is. */
export function Greeting({ user, isNew }: GreetingProps) {
  const { now, timeZone } = useBusinessTime();
  const time = wallTime(now, timeZone);
  const name = user.username.slice(0, 1).toUpperCase() + user.username.slice(1);
  const { data: waiting = [] } = useQuery(waitingQuery(useApi()));
  const visits = useVisitCount(mayOpen(user, "/appointments"));
  const counts = [
    ...(!visits ? [] : [`${formatCount(visits, "visit")} today`]),
    ...(waiting.length > 0 ? [`${formatCount(waiting.length, "thing")} waiting for you`] : []),
  ];

  return (
    <div className="mt-1 mb-5 phone:mb-4">
      <h2 className="display wrap-anywhere">
        {isNew ? "Welcome" : `Good ${partOfDay(time.hour)}`}, {name}
      </h2>
      <p className="dim mt-0.5">
        {isNew
          ? "A few steps, and your salon is ready for its first client."
          : [
              `${formatWeekday(time)}, ${formatDay(time)}.`,
              ...(counts.length > 0 ? [`${counts.join(", ")}.`] : []),
            ].join(" ")}
      </p>
    </div>
  );
}

function partOfDay(hour: number): string {
  if (hour < 12) return "morning";
  return hour < 18 ? "afternoon" : "evening";
}
