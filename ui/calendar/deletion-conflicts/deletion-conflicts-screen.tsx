import { useQuery } from "@tanstack/react-query";
import CalendarX2 from "lucide-react/icons/calendar-x-2";
import { useLocation, useSearch } from "wouter";
import { useApi } from "#ui/api.ts";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Panes } from "#ui/shell/layout/panes.tsx";
import { ConflictList } from "./conflict-list.tsx";
import { ConflictPanel } from "./conflict-panel.tsx";
import { conflictsQuery } from "./queries.ts";

const HOME = "/appointment-management";

export function DeletionConflictsScreen() {
  const query = useQuery(conflictsQuery(useApi()));
  const { data: conflicts, error } = query;
  const [, navigate] = useLocation();
  const id = Number(new URLSearchParams(useSearch()).get("c"));
  const chosen = conflicts?.find((conflict) => conflict.id === id);

  return (
    <>
      <Bar title="Appointment Management" />
      <Panes
        label="Appointment Management"
        title={`Pending Conflicts (${conflicts?.length ?? 0})`}
        open={chosen !== undefined}
        list={
          error && !conflicts ? (
            <LoadFailed query={query} className="m-1.5" />
          ) : (
            <ConflictList conflicts={conflicts} chosen={chosen?.id} />
          )
        }
      >
        {chosen ? (
          <ConflictPanel key={chosen.id} conflict={chosen} onClose={() => navigate(HOME)} />
        ) : (
          conflicts?.length !== 0 && (
            <div className="grid flex-1 place-items-center">
              <EmptyState level={3} icon={CalendarX2} title="Select a conflict">
                Then choose which appointment to delete.
              </EmptyState>
            </div>
          )
        )}
      </Panes>
    </>
  );
}
