import { Link } from "wouter";
import type { Resolution, UnknownList } from "#src/messaging/campaigns/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";

interface UnknownRowProps {
  recipient: UnknownList["recipients"][number];
  isAdmin: boolean;
  busy: boolean;
  onResolve: (as: Resolution) => void;
}

const ACTIONS = [
  { as: "arrived", label: "It arrived" },
  { as: "send-again", label: "Send again" },
  { as: "leave", label: "Leave it" },
] as const satisfies { as: Resolution; label: string }[];

export function UnknownRow({ recipient, isAdmin, busy, onResolve }: UnknownRowProps) {
  const { now, timeZone } = useBusinessTime();
  const { contactId, name, phoneNumber, at, reason } = recipient;
  const named = name !== null && name !== phoneNumber ? name : null;
  const then = wallTime(at, timeZone);
  return (
    <li className="line-row flex-wrap">
      <Avatar id={contactId ?? 0} name={named} />
      <div className="min-w-50 flex-1">
        <p className="flex items-center gap-2 min-w-0 flex-wrap gap-x-2 gap-y-0">
          <Name recipient={recipient} label={named ?? formatPhone(phoneNumber)} />
          {named && <span className="sm dim num">{formatPhone(phoneNumber)}</span>}
        </p>
        <p className="xs faint num">
          {formatShortDay(then, wallTime(now, timeZone))}, {formatClock(then)} · {reason}
        </p>
      </div>
      {isAdmin && (
        <div className="flex items-center gap-2 min-w-0 phone:w-full phone:*:flex-1">
          {ACTIONS.map(({ as, label }) => (
            <Button
              key={as}
              size="tiny"
              variant={as === "leave" ? "quiet" : "secondary"}
              disabled={busy}
              onClick={() => onResolve(as)}
            >
              {label}
              <span className="sr"> {named ?? phoneNumber}</span>
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

function Name({ recipient, label }: { recipient: UnknownRowProps["recipient"]; label: string }) {
  const { user } = useCurrentUser();
  if (recipient.contactId === null || !user || !mayOpen(user, "/contacts"))
    return <span className="h3">{label}</span>;
  return (
    <Link
      href={`/contacts/${recipient.contactId}`}
      className="h3 inline-flex min-h-6 items-center hover:underline"
    >
      {label}
    </Link>
  );
}
