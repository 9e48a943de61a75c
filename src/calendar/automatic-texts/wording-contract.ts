import { formatLongDate, formatLongTime } from "#src/shared/long-date.ts";
import { formatMonthDay } from "#src/shared/months.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { addDays } from "#src/shared/wall-time.ts";

/** What an offer says where a client's own value isn't known: "Hi there, it's time for your next visit with us." */
export const OFFER_FALLBACKS: Readonly<Record<string, string>> = {
  firstName: "there",
  service: "visit",
  employee: "us",
  lastVisit: "your last visit",
};

interface SampleSource {
  readonly today: string;
  /** In the salon's order. */
  readonly services: readonly {
    readonly name: string;
    readonly employeeIds: readonly number[] | null;
  }[];
  readonly employees: readonly { readonly id: number; readonly name: string }[];
}

/** Values that fill in the fields of tests and of previews without a client: a visit of the coming days. */
export function sampleValues({ today, services, employees }: SampleSource) {
  const chosen = services[0];
  const ids = chosen?.employeeIds;
  const performer = employees.find(({ id }) => !ids || ids.includes(id)) ?? employees[0];
  const service = chosen?.name ?? "Cut and Color";
  const employee = performer ? firstNameOf(performer.name) : "Jo";
  const day = addDays(today, 4);
  const when = formatLongTime(`${day}T14:30:00`);
  const former = formatLongTime(`${addDays(today, 3)}T13:00:00`);
  return {
    firstName: "Alex",
    clientName: "Alex Morgan",
    service,
    employee,
    date: formatLongDate(day),
    time: "2:30 PM",
    lastVisit: formatMonthDay(addDays(today, -48)),
    when,
    howToChange: "Change or cancel: salon.example/book/1",
    whatChanged: `we moved your appointment from ${former} to ${when}`,
    openTime: `${service} with ${employee} on ${when}`,
    howToReply: "Reply YES by 11:15 AM to book it, or NO to pass.",
  };
}
