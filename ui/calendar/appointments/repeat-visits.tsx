import TriangleAlert from "lucide-react/icons/triangle-alert";
import { formatClock } from "#src/shared/clock-time.ts";
import { clockOf } from "#src/shared/wall-time.ts";
import { formatDate } from "#ui/calendar/hours/format-date.ts";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { formatCount } from "#ui/shell/format/plural.ts";
import type { RepeatPreview } from "./use-repeat-preview.ts";

/** The visits of a series before they are booked. The choice appears with the first conflict. */
export function RepeatVisits({ visits, error, choice, setChoice }: RepeatPreview) {
  if (error) return <ErrorNote role="alert">{error}</ErrorNote>;
  if (!visits) return null;
  const conflicts = visits.filter(({ conflict }) => conflict !== null).length;
  const skips = choice === "skip";
  const count = visits.length - (skips ? conflicts : 0);
  const times = new Set(visits.map(({ start }) => clockOf(start)));
  return (
    <section className="grid gap-2" aria-label="Visits">
      <p className="sm" role="status">
        <b>{formatCount(count, "visit")}</b>
        {conflicts > 0 &&
          `, ${formatCount(conflicts, "conflict")}${skips ? ` skipped` : ` booked anyway`}`}
      </p>
      {conflicts > 0 && (
        <Segmented
          label="Visits with a conflict"
          value={choice}
          onValueChange={setChoice}
          options={[
            { value: "skip", label: "Skip conflicts" },
            { value: "anyway", label: "Book anyway" },
          ]}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <ol className="max-h-44 overflow-y-auto rounded-lg border border-line" tabIndex={0}>
        {visits.map(({ day, start, conflict }) => (
          <li key={day} className="border-line border-b px-3 py-1.5 last:border-b-0">
            <span className={classes("sm num", conflict !== null && skips && "faint line-through")}>
              {formatDate(start.slice(0, 10))}
              {times.size > 1 && `, ${formatClock(start)}`}
            </span>
            {conflict && (
              <span className="flex min-w-0 xs wait items-start gap-1.5">
                <Icon of={TriangleAlert} size="s" />
                <span className="flex-1 min-w-0">
                  {skips && "Skipped: "}
                  {conflict}
                </span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
