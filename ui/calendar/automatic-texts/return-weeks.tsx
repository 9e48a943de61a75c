import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#ui/api.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Select } from "#ui/kit/select.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import type { Weeks } from "./use-draft.ts";

const FIRST = 4;
const CHOICES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 26, 39, 52] as const;

interface ReturnWeeksProps {
  changed: Weeks;
  onChange: (serviceId: number, weeks: number | null, saved: number | null) => void;
}

/** After how many weeks each service is due again. */
export function ReturnWeeks({ changed, onChange }: ReturnWeeksProps) {
  const { data: services } = useQuery(servicesQuery(useApi()));
  const [showsAll, setShowsAll] = useState(false);
  if (!services) return <Skeleton height={96} />;
  // Those that are due at all come first.
  const sorted = services.toSorted(
    (one, other) => Number(other.returnWeeks !== null) - Number(one.returnWeeks !== null),
  );
  const shown = showsAll ? sorted : sorted.slice(0, FIRST);
  return (
    <section aria-label="Weeks between visits">
      <div className="mb-2 flex items-center gap-2">
        <h3 className="label">Weeks Between Visits</h3>
        {services.length > FIRST && !showsAll && (
          <Button variant="quiet" size="tiny" className="ml-auto" onClick={() => setShowsAll(true)}>
            Edit All {services.length}
          </Button>
        )}
      </div>
      <div className="return-weeks">
        {shown.map(({ id, name, returnWeeks }) => {
          const value = id in changed ? (changed[id] ?? null) : returnWeeks;
          return (
            <div key={id} className="flex min-h-10 min-w-0 items-center justify-between gap-3">
              <span className="clip">{name}</span>
              <Select
                aria-label={`Weeks between visits for ${name}`}
                className="num w-24 flex-none font-label"
                value={value === null ? "never" : String(value)}
                onValueChange={(chosen) =>
                  onChange(id, chosen === "never" ? null : Number(chosen), returnWeeks)
                }
                options={optionsOf(value)}
              />
            </div>
          );
        })}
      </div>
      {services.length === 0 && (
        <p className="dim">Add services first. Each can be due again after some weeks.</p>
      )}
    </section>
  );
}

function optionsOf(value: number | null) {
  const weeks = [...new Set([...CHOICES, ...(value === null ? [] : [value])])];
  return [
    { value: "never", label: "Never" },
    ...weeks
      .toSorted((one, other) => one - other)
      .map((week) => ({ value: String(week), label: String(week) })),
  ];
}
