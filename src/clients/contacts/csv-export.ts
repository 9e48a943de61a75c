import { contactSlices } from "#db/clients/contacts-list.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { businessDay, settingsOf } from "#src/platform/settings/settings.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { shown } from "./contacts.ts";
import type { Contact, ContactFilter } from "./contract.ts";
import { filterOf } from "./list.ts";

/** Rows at a time: read, written and sent before the next ones, so that a million fill no memory. */
const SLICE = 1_000;

const HEADER = ["Name", "Phone", "Email", "Tags", "Opted out", "Undeliverable", "Created"];

/** What the list shows, all of it, as a spreadsheet. */
export function exportContacts(app: App, actor: Staff, filter: ContactFilter): FileReply {
  const wanted = filterOf(app, filter);
  return {
    name: `contacts-${businessDay(app)}.csv`,
    type: "text/csv; charset=utf-8",
    content: rows(app, actor, filter, wanted),
  };
}

async function* rows(
  app: App,
  actor: Staff,
  filter: ContactFilter,
  wanted: ReturnType<typeof filterOf>,
): AsyncGenerator<string> {
  const { default: Papa } = await import("papaparse");
  // A spreadsheet would run such a cell as a formula. A plus and nothing but digits is a number.
  const csv = (table: readonly (readonly string[])[]) =>
    `${Papa.unparse(table as string[][], { escapeFormulae: /^(?!\+\d+$)[=+\-@\t\r]/ })}\r\n`;
  const day = daysIn(settingsOf(app).timeZone);
  let count = 0;
  try {
    // Excel takes a file without the mark for something else than UTF-8.
    yield `\ufeff${csv([HEADER])}`;
    for (const slice of contactSlices(app.db, wanted, SLICE)) {
      yield csv(shown(app, slice).map((contact) => cells(contact, day)));
      count += slice.length;
      await Bun.sleep(0);
    }
  } finally {
    // Also when it was broken off: what had left until then has left.
    // What was searched for is not told: it may be a name, and the log cannot forget one.
    const { q, ...others } = filter;
    const metadata = { ...others, searched: q !== "", count };
    await whenFree(() =>
      inTransaction(app.db, () => record(app, actor, { action: "contact.export", metadata })),
    );
  }
}

function cells(contact: Contact, day: (iso: string) => string): string[] {
  return [
    contact.name,
    contact.phoneNumber,
    contact.email ?? "",
    contact.tags.map(({ name }) => name).join("; "),
    contact.optOutDate === null ? "" : day(contact.optOutDate),
    contact.undeliverable ? "yes" : "",
    day(contact.createdAt),
  ];
}

/** Dates of the business's calendar; it changes its day only at a quarter of an hour. */
function daysIn(timeZone: string): (iso: string) => string {
  const known = new Map<number, string>();
  return (iso) => {
    const quarter = Math.floor(Date.parse(iso) / QUARTER_MS);
    const day = known.get(quarter) ?? dayAt(quarter * QUARTER_MS, timeZone);
    known.set(quarter, day);
    return day;
  };
}

const QUARTER_MS = 15 * 60 * 1000;

function dayAt(time: number, timeZone: string): string {
  const there = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
  return there.toPlainDate().toString();
}
