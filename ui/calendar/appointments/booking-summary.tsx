import { formatClock } from "#src/shared/clock-time.ts";
import { formatWeekday } from "#ui/calendar/booking/format.ts";
import { weekEnd } from "#ui/calendar/booking/free-times.tsx";
import type { SlotParts } from "#ui/calendar/booking/render-performers.ts";
import { formatShortMonthDay } from "#ui/shell/format/dates.ts";
import type { FormValues } from "./form-values.ts";

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
  /** Why a picked time may not suit. */
  doubts?: readonly (string | undefined)[];
}

/** What is booked, or what to choose first. */
export function BookingSummary(props: BookingSummaryProps) {
  const { what, when, facts } = props;
  const known = facts.filter(Boolean).join(", ").replace(/^n/, "N");
  const doubt = props.doubts?.filter(Boolean).join(" ");
  return (
    <div>
      {/* As tall as two lines, so that the footer stays as it is. */}
      <div role="status" className="grid min-h-10 content-center num">
        <p className="font-label">{when ?? what ?? "Choose a time"}</p>
        <p className="sm dim empty:hidden">{(when && what) ?? known}</p>
      </div>
      {doubt && <BookAnywayNote doubt={doubt} />}
    </div>
  );
}

/** Says why the time is not free, next to the button that takes it anyway. */
export function BookAnywayNote({ doubt }: { doubt: string }) {
  return (
    <p className="sm wait flex-1 min-w-0" role="alert">
      {doubt} You can still book it.
    </p>
  );
}

/** "Book", "Book 2:30 PM", "Book Mon 2:30 PM" or, after a week, "Book Dec 7 2:30 PM". */
export function bookLabel({ date, startTime }: FormValues, today: string): string {
  if (startTime === "") return "Book";
  const day =
    date < today || date > weekEnd(today) ? formatShortMonthDay(date) : formatWeekday(date);
  return ["Book", date !== today && day, formatClock(startTime)].filter(Boolean).join(" ");
}
