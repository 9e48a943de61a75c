import { Database as Sqlite } from "bun:sqlite";
import accounts from "#db/migrations/0001-accounts.sql" with { type: "text" };
import contacts from "#db/migrations/0002-contacts.sql" with { type: "text" };
import messages from "#db/migrations/0003-messages.sql" with { type: "text" };
import campaignDepth from "#db/migrations/0004-campaign-depth.sql" with { type: "text" };
import accountsDepth from "#db/migrations/0005-accounts-depth.sql" with { type: "text" };
import clientsDepth from "#db/migrations/0006-clients-depth.sql" with { type: "text" };
import deliverability from "#db/migrations/0008-deliverability.sql" with { type: "text" };
import inboxDepth from "#db/migrations/0009-inbox-depth.sql" with { type: "text" };
import frontDesk from "#db/migrations/0010-front-desk.sql" with { type: "text" };
import requests from "#db/migrations/0012-requests.sql" with { type: "text" };
import people from "#db/migrations/0013-people.sql" with { type: "text" };
import agreements from "#db/migrations/0014-agreements.sql" with { type: "text" };
import commerce from "#db/migrations/0015-commerce.sql" with { type: "text" };
import calls from "#db/migrations/0016-calls.sql" with { type: "text" };
import reviews from "#db/migrations/0017-reviews.sql" with { type: "text" };
import paymentsDepth from "#db/migrations/0018-payments-depth.sql" with { type: "text" };
import jobIds from "#db/migrations/0019-job-ids.sql" with { type: "text" };
import paceSlots from "#db/migrations/0020-pace-slots.sql" with { type: "text" };
import optOutReviews from "#db/migrations/0021-opt-out-reviews.sql" with { type: "text" };
import birthday from "#db/migrations/0022-birthday.sql" with { type: "text" };
import searchWords from "#db/migrations/0023-search-words.sql" with { type: "text" };
import accountSafety from "#db/migrations/0025-account-safety.sql" with { type: "text" };
import callsOfCaller from "#db/migrations/0026-calls-of-caller.sql" with { type: "text" };
import foreignKeyIndexes from "#db/migrations/0027-foreign-key-indexes.sql" with { type: "text" };
import openingHours from "#db/migrations/0030-opening-hours.sql" with { type: "text" };
import services from "#db/migrations/0031-services.sql" with { type: "text" };
import onlineBooking from "#db/migrations/0032-online-booking.sql" with { type: "text" };
import textingApproval from "#db/migrations/0045-texting-approval.sql" with { type: "text" };
import push from "#db/migrations/0046-push.sql" with { type: "text" };
import importUndo from "#db/migrations/0047-import-undo.sql" with { type: "text" };
import reports from "#db/migrations/0060-reports.sql" with { type: "text" };
import canceledBookings from "#db/migrations/0061-canceled-bookings.sql" with { type: "text" };
import waitlist from "#db/migrations/0065-waitlist.sql" with { type: "text" };
import quietPush from "#db/migrations/0070-quiet-push.sql" with { type: "text" };
import repeatingAppointments from "#db/migrations/0071-repeating-appointments.sql" with {
  type: "text",
};
import openGaps from "#db/migrations/0072-open-gaps.sql" with { type: "text" };
import waitlistNames from "#db/migrations/0073-waitlist-names.sql" with { type: "text" };
import paymentsByIntent from "#db/migrations/0074-payments-by-intent.sql" with { type: "text" };
import searchMerges from "#db/migrations/0075-search-merges.sql" with { type: "text" };
import messagesInState from "#db/migrations/0076-messages-in-state.sql" with { type: "text" };
import importTouches from "#db/migrations/0080-import-touches.sql" with { type: "text" };
import optOutDeadlines from "#db/migrations/0081-opt-out-deadlines.sql" with { type: "text" };
import rateLimits from "#db/migrations/0083-rate-limits.sql" with { type: "text" };
import marketingBasis from "#db/migrations/0085-marketing-basis.sql" with { type: "text" };
import clientIdentity from "#db/migrations/0086-client-identity.sql" with { type: "text" };
import contactMerges from "#db/migrations/0087-contact-merges.sql" with { type: "text" };
import { type Database, inTransaction } from "./connection.ts";

/** Forward only. The position in the list, from 1, is the schema version. */
const MIGRATIONS: readonly string[] = [
  accounts,
  contacts,
  messages,
  campaignDepth,
  accountsDepth,
  clientsDepth,
  deliverability,
  inboxDepth,
  frontDesk,
  requests,
  people,
  agreements,
  commerce,
  calls,
  reviews,
  paymentsDepth,
  jobIds,
  paceSlots,
  optOutReviews,
  birthday,
  searchWords,
  accountSafety,
  callsOfCaller,
  foreignKeyIndexes,
  openingHours,
  services,
  onlineBooking,
  textingApproval,
  push,
  importUndo,
  reports,
  canceledBookings,
  waitlist,
  quietPush,
  repeatingAppointments,
  openGaps,
  waitlistNames,
  paymentsByIntent,
  searchMerges,
  messagesInState,
  importTouches,
  optOutDeadlines,
  rateLimits,
  marketingBasis,
  clientIdentity,
  contactMerges,
];

export const SCHEMA_VERSION = MIGRATIONS.length;

export class NewerSchema extends Error {
  override readonly name = "NewerSchema";

  constructor(version: number) {
    super(
      `This database was written by a newer Parlor (schema ${version}, this program knows ${SCHEMA_VERSION}). Install that version, or restore the backup made before the upgrade.`,
    );
  }
}

/** The file is an intact database of another program. */
export class ForeignDatabase extends Error {
  override readonly name = "ForeignDatabase";
}

/** @throws ForeignDatabase unless the database is empty or Parlor's */
export function requireOwnDatabase(db: Database, file: string): void {
  const tables = db.query("select name from sqlite_schema where type = 'table'").values().flat();
  const isOwn = ["users", "state"].every((name) => tables.includes(name));
  if (schemaVersion(db) === 0 ? tables.length > 0 : !isOwn)
    throw new ForeignDatabase(
      `${file} is a database of another program. Nothing was changed. Choose another folder with --data, or restore a backup.`,
    );
}

export function schemaVersion(db: Database): number {
  return db.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
}

const OBJECTS = "select type, name, sql from sqlite_schema where name not like 'sqlite_%'";

/** What this schema version has, by name. */
function ownSchema(version: number): Map<string, string> {
  const own = new Sqlite(":memory:");
  for (const step of MIGRATIONS.slice(0, version)) own.run(step);
  const objects = own.query<SchemaObject, []>(OBJECTS).all();
  own.close();
  return new Map(objects.map(({ name, sql }) => [name, sql ?? ""]));
}

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/** Names of triggers and views that this schema version doesn't have. They would run with every change. */
export function listForeignTriggers(db: Database): string[] {
  const own = ownSchema(schemaVersion(db));
  return db
    .query<SchemaObject, []>(OBJECTS)
    .all()
    .filter(({ type, name, sql }) => /^(?:trigger|view)$/.test(type) && own.get(name) !== sql)
    .map(({ name }) => name);
}

/** Names of tables, indexes, triggers and views that are missing or changed, and of foreign triggers and views. */
export function listSchemaDifferences(db: Database): string[] {
  const objects = db.query<SchemaObject, []>(OBJECTS).all();
  const found = new Map(objects.map(({ name, sql }) => [name, sql ?? ""]));
  const changed = [...ownSchema(schemaVersion(db))].filter(
    ([name, sql]) => found.get(name) !== sql,
  );
  return [...new Set([...changed.map(([name]) => name), ...listForeignTriggers(db)])];
}

/** Changes whenever rows are added or anything about the schema changes, in a few characters. */
export function fingerprintOf(db: Database): string {
  const facts = [
    "select name, sql from sqlite_schema",
    "select * from sqlite_sequence order by name",
    "select * from state order by name",
    "PRAGMA page_count",
    "PRAGMA freelist_count",
  ].map((sql) => db.query(sql).values());
  return Bun.hash(JSON.stringify(facts)).toString(36);
}

/**
 * Upgrades a database to this program's schema in one transaction and returns the number of steps.
 * `snapshot` is called first, unless the database is new.
 * @throws NewerSchema when the file was written by a newer version of Parlor
 */
export function migrate(db: Database, snapshot?: (from: number) => void): number {
  const from = schemaVersion(db);
  if (from > SCHEMA_VERSION) throw new NewerSchema(from);
  if (from === SCHEMA_VERSION) return 0;
  if (from > 0) snapshot?.(from);

  // Rebuilding a table must not cascade to the rows that refer to it. The pragma has no effect inside a transaction.
  db.run("PRAGMA foreign_keys = OFF");
  try {
    inTransaction(db, () => {
      for (const step of MIGRATIONS.slice(from)) db.run(step);
      db.run(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    });
  } finally {
    db.run("PRAGMA foreign_keys = ON");
  }
  return SCHEMA_VERSION - from;
}
