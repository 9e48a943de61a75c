import { contactSlices } from "#db/clients/contacts-list.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { CSV_START, csvFile, csvFormatter } from "#src/platform/csv.ts";
import { businessDay, getSettings } from "#src/platform/settings/settings.ts";
import { CONTACT_FIELD_NAMES, fieldOf, formatField } from "#src/shared/contact-fields.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { toContacts } from "./contacts.ts";
import type { Contact, ContactFilter } from "./contract.ts";
import { toListFilter } from "./list.ts";

/** Rows read, formatted and sent at a time, so that memory use does not grow with the number of contacts. */
const SLICE = 1_000;

const HEADER = [
  ...CONTACT_FIELD_NAMES.map((name) => fieldOf(name).heading),
  "Tags",
  "Opted out",
  "Undeliverable",
  "Offers",
  "Created",
];

/** Exports all contacts that match the filter, as CSV. @throws Problem 404 when the tag does not exist */
export function exportContacts(app: App, actor: Staff, filter: ContactFilter): FileReply {
  const listFilter = toListFilter(app, actor, filter);
  return csvFile(`contacts-${businessDay(app)}`, rows(app, actor, filter, listFilter));
}

async function* rows(
  app: App,
  actor: Staff,
  filter: ContactFilter,
  listFilter: ReturnType<typeof toListFilter>,
): AsyncGenerator<string> {
  const csv = await csvFormatter();
  const day = dayFormatter(getSettings(app).timeZone);
  let count = 0;
  try {
    yield `${CSV_START}${csv([HEADER])}`;
    for (const slice of contactSlices(app.db, listFilter, SLICE)) {
      yield csv(toContacts(app, slice).map((contact) => toCells(contact, day)));
      count += slice.length;
      await Bun.sleep(0);
    }
  } finally {
    // An aborted export is recorded too, because the rows up to then were sent. The search text is
    // left out: it may be a name, and an audit entry can't be erased.
    const { q, ...rest } = filter;
    const metadata = { ...rest, searched: q !== "", count };
    await writeWhenFree(app.db, () => record(app, actor, { action: "contact.export", metadata }));
  }
}

function toCells(contact: Contact, day: (iso: string) => string): string[] {
  return [
    ...CONTACT_FIELD_NAMES.map((name) => formatField(name, contact[name])),
    contact.tags.map(({ name }) => name).join("; "),
    contact.optOutDate === null ? "" : day(contact.optOutDate),
    contact.undeliverable ? "yes" : "",
    contact.basis,
    day(contact.createdAt),
  ];
}

/** Formats a time as a date in the business's zone. The cache relies on days beginning at a quarter of an hour in UTC. */
function dayFormatter(timeZone: string): (iso: string) => string {
  const cache = new Map<number, string>();
  return (iso) => {
    const quarter = Math.floor(Date.parse(iso) / QUARTER_MS);
    return cache.getOrInsertComputed(quarter, () => toDay(quarter * QUARTER_MS, timeZone));
  };
}

const QUARTER_MS = 15 * 60 * 1000;

function toDay(time: number, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
  return local.toPlainDate().toString();
}
