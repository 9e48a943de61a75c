import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatDay, formatWeekday, wallTime } from "#ui/shell/format/dates.ts";

interface GreetingProps {
  user: CurrentUser;
  unread: number;
  /** The salon has no clients yet. */
  isNew: boolean;
}

/** By the business's time zone, wherever the user is. */
export function Greeting({ user, unread, isNew }: GreetingProps) {
  const { now, timeZone } = useBusinessTime();
  const time = wallTime(now, timeZone);
  const name = user.username.slice(0, 1).toUpperCase() + user.username.slice(1);

  return (
    <div className="mt-1 mb-5 phone:mb-4">
      <h2 className="display wrap-anywhere">
        {isNew ? "Welcome" : `Good ${partOfDay(time.hour)}`}, {name}
      </h2>
      <p className="dim mt-0.5">
        {isNew
          ? "A few steps, and your salon is ready for its first client."
          : `${formatWeekday(time)}, ${formatDay(time)}.${waiting(unread)}`}
      </p>
    </div>
  );
}

function partOfDay(hour: number): string {
  if (hour < 12) return "morning";
  return hour < 18 ? "afternoon" : "evening";
}

function waiting(unread: number): string {
  if (unread === 0) return "";
  return ` ${unread === 1 ? "1 chat" : `${unread} chats`} waiting for a reply.`;
}
