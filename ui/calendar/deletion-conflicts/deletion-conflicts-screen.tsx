import { useQuery } from "@tanstack/react-query";
import CalendarX2 from "lucide-react/icons/calendar-x-2";
import { Link, useLocation, useSearch } from "wouter";
import type { DeletionConflict } from "#src/calendar/deletion-conflicts/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { useApi } from "#ui/api.ts";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Panes } from "#ui/shell/layout/panes.tsx";
import { ConflictPanel } from "./conflict-panel.tsx";
import { conflictsQuery } from "./queries.ts";

const HOME = "/appointment-management";

export function DeletionConflictsScreen() {
  const query = useQuery(conflictsQuery(useApi()));
  const { data: conflicts, error } = query;
  const [, navigate] = useLocation();
  const id = Number(new URLSearchParams(useSearch()).get("c"));
  const opened = conflicts?.find((conflict) => conflict.id === id);
  // Where the list has the whole width, several conflicts wait to be chosen.
  const chosen = opened ?? conflicts?.[0];

  return (
    <>
      <Bar title="Appointment Management" />
      <Panes
        label="Appointment Management"
        title={`Pending Conflicts (${conflicts?.length ?? 0})`}
        open={opened !== undefined || conflicts?.length === 1}
        list={
          error && !conflicts ? (
            <LoadFailed query={query} className="m-1.5" />
          ) : (
            <ConflictList conflicts={conflicts} chosen={chosen?.id} />
          )
        }
      >
        {chosen && (
          <ConflictPanel
            key={chosen.id}
            conflict={chosen}
            isOnly={conflicts?.length === 1}
            onClose={() => navigate(HOME)}
          />
        )}
      </Panes>
    </>
  );
}

interface ConflictListProps {
  /** Undefined while they load. */
  conflicts: readonly DeletionConflict[] | undefined;
  chosen: number | undefined;
}

function ConflictList({ conflicts, chosen }: ConflictListProps) {
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
