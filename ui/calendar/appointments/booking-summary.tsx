import TriangleAlert from "lucide-react/icons/triangle-alert";
import { formatClock } from "#src/shared/clock-time.ts";
import type { SlotParts } from "#ui/calendar/booking/render-performers.ts";
import { Icon } from "#ui/kit/icon.tsx";

interface WhoDoesWhatProps {
  parts: SlotParts;
  services: readonly { readonly id: number; readonly name: string }[];
  nameOf: (employeeId: number) => string;
}

/** Each service of a visit with several employees: "10:00 AM Color with Ana". */
export function WhoDoesWhat({ parts = [], services, nameOf }: WhoDoesWhatProps) {
  return (
    <ul className="sm dim num grid gap-1" aria-label="Who does what">
      {parts.map(({ serviceId, employeeId, start }) => (
        <li key={serviceId}>
          {formatClock(start)} {services.find(({ id }) => id === serviceId)?.name} with{" "}
          {nameOf(employeeId)}
        </li>
      ))}
    </ul>
  );
}

interface BookingSummaryProps {
  /** What is missing. */
  what?: string;
  when?: string;
  /** What is chosen besides the time. */
  facts: readonly (string | false | undefined)[];
  /** What may have been forgotten. */
  warnings?: readonly (string | false)[];
  /** Why the time is not free. */
  doubt: string | undefined;
  verb?: "book" | "move";
}

/** What is booked, or what to choose first. */
export function BookingSummary(props: BookingSummaryProps) {
  const { what, when, facts, warnings = [], doubt, verb } = props;
  const known = facts.filter(Boolean).join(", ");
  return (
    <div>
      {/* As tall as two lines, so that the footer stays as it is. */}
      <div role="status" className="grid min-h-10 content-center num">
        <p className="font-label">{when ?? what ?? "Choose a time"}</p>
        <p className="sm dim empty:hidden">
          <span className="mr-3 empty:hidden">{(when && what) ?? known}</span>
          {warnings.map(
            (warning) =>
              warning && (
                <span key={warning} className="wait mr-3 inline-flex items-center gap-1">
                  <Icon of={TriangleAlert} size="s" />
                  {warning}
                </span>
              ),
          )}
        </p>
      </div>
      {doubt && <BookAnywayNote {...{ doubt, verb }} />}
    </div>
  );
}

interface BookAnywayNoteProps {
  doubt: string;
  verb?: BookingSummaryProps["verb"];
}

/** Says why the time is not free, next to the button that takes it anyway. */
export function BookAnywayNote({ doubt, verb = "book" }: BookAnywayNoteProps) {
  return (
    <p className="sm wait flex-1 min-w-0" role="alert">
      {doubt} You can still {verb} it.
    </p>
  );
}
