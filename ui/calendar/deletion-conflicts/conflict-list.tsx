import CalendarX2 from "lucide-react/icons/calendar-x-2";
import { Link } from "wouter";
import type { DeletionConflict } from "#src/calendar/deletion-conflicts/contract.ts";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { formatCount } from "#ui/shell/format/plural.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";

interface ConflictListProps {
  /** Undefined while they load. */
  conflicts: readonly DeletionConflict[] | undefined;
  chosen: number | undefined;
}

export function ConflictList({ conflicts, chosen }: ConflictListProps) {
  if (!conflicts)
    return (
      <div className="grid gap-3 px-2.5 py-2.5" aria-busy="true">
        <Skeleton width="70%" />
        <Skeleton width="50%" />
      </div>
    );
  if (conflicts.length === 0)
    return (
      <EmptyState level={3} icon={CalendarX2} title="No pending conflicts">
        When another program asks to delete an appointment and several match, you choose one here.
      </EmptyState>
    );
  return (
    <ul>
      {conflicts.map((conflict) => (
        <li key={conflict.id}>
          <Link
            href={`/appointment-management?c=${conflict.id}`}
            className="flex items-center gap-3 rounded-md px-2.5 py-2.5 -outline-offset-2 hover:bg-hover aria-[current]:bg-select"
            aria-current={conflict.id === chosen ? "true" : undefined}
          >
            <Glyph icon={CalendarX2} tone="wait" />
            <span className="flex-1 min-w-0">
              <span className="flex items-center gap-2 min-w-0">
                <span className="h3 clip flex-1 min-w-0">{conflict.clientName}</span>
                <RelativeTime iso={conflict.createdAt} compact className="xs faint num flex-none" />
              </span>
              <span className="sm dim num">
                {formatCount(conflict.appointments.length, "appointment")} found
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
