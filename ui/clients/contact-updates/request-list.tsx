import UserRoundPen from "lucide-react/icons/user-round-pen";
import { Link } from "wouter";
import type { ContactUpdate } from "#src/clients/contact-updates/contract.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { newNameOf } from "./names.ts";

interface RequestListProps {
  /** Undefined while they load. */
  requests: readonly ContactUpdate[] | undefined;
  chosen: number | undefined;
}

export function RequestList({ requests, chosen }: RequestListProps) {
  if (!requests) return <LoadingRequests />;
  if (requests.length === 0)
    return (
      <EmptyState level={3} icon={UserRoundPen} title="No pending requests">
        Changes that other programs request will appear here.
      </EmptyState>
    );
  return (
    <ul>
      {requests.map((request) => (
        <li key={request.id}>
          <Link
            href={`/contact-updates?r=${request.id}`}
            className="flex gap-3 rounded-md px-2.5 py-2.5 -outline-offset-2 hover:bg-hover aria-[current]:bg-select"
            aria-current={request.id === chosen ? "true" : undefined}
          >
            <Avatar id={`request ${request.id}`} name={newNameOf(request)} size="m" />
            <span className="flex-1 min-w-0">
              <span className="flex items-center gap-2 min-w-0">
                <span className="h3 clip flex-1 min-w-0">{newNameOf(request)}</span>
                <RelativeTime iso={request.createdAt} compact className="xs faint num flex-none" />
              </span>
              <span className="flex items-center gap-2 min-w-0 sm dim">
                <span className="num clip flex-1 min-w-0">{formatPhone(request.phoneNumber)}</span>
                {request.username && (
                  <span className="xs faint clip max-w-32 flex-none">from {request.username}</span>
                )}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const WIDTHS = [150, 120, 165];

function LoadingRequests() {
  return (
    <div aria-busy="true">
      {WIDTHS.map((width) => (
        <div key={width} className="flex gap-3 px-2.5 py-2.5">
          <Skeleton width={40} height={40} round />
          <div className="flex flex-col justify-center gap-2">
            <Skeleton width={width} />
            <Skeleton width={width * 0.7} />
          </div>
        </div>
      ))}
    </div>
  );
}
