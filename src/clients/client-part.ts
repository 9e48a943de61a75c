import { type ConsentRecord, consentsOf } from "#db/clients/consents.ts";
import { addTags, removeTags, tagIdsOf } from "#db/clients/contact-merges.ts";
import { strikesOf } from "#db/clients/contact-numbers.ts";
import { deleteStoredReplies, eraseReviewWords } from "#db/clients/erase-contact.ts";
import { notesOf } from "#db/clients/profile.ts";
import { auditEntriesOf } from "#db/platform/audit.ts";
import type { App, ClientPart, Staff } from "#src/app.ts";
import type { Client, DatedEntry, HistoryPage } from "#src/hook-shapes.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { deleteUpdatesOf } from "./contact-updates/contact-updates.ts";
import { maskLongestName } from "./contacts/contacts.ts";
import { NO_LIMIT } from "./identity.ts";

interface MergedTags {
  readonly kept: readonly number[];
  readonly other: readonly number[];
}

export const contactOfClient: ClientPart = {
  tables: [
    "contacts",
    "contact_notes",
    "contact_numbers",
    "contact_tags",
    "contact_merges",
    "contact_update_requests",
    "retagged_contacts",
    "idempotency_keys",
    "opt_out_reviews",
  ],
  movedTables: ["contact_notes", "contact_update_requests", "contact_merges"],
  listHistory,
  exportData,
  erase(app, client) {
    deleteStoredReplies(app.db, client);
    eraseReviewWords(app.db, client.numbers);
    deleteUpdatesOf(app, client);
    for (const name of client.names) maskLongestName(app, name);
  },
  merge(app, { keptId, otherId }): MergedTags {
    const tags = { kept: tagIdsOf(app.db, keptId), other: tagIdsOf(app.db, otherId) };
    addTags(app.db, keptId, tags.other);
    return tags;
  },
  undoMerge(app, { keptId, otherId }, { kept, other }: MergedTags) {
    removeTags(
      app.db,
      keptId,
      other.filter((id) => !kept.includes(id)),
    );
    addTags(app.db, otherId, other);
  },
};

function listHistory(
  app: App,
  _actor: Staff,
  client: Client,
  { boundOf, limit }: HistoryPage,
): DatedEntry[] {
  return consentsOf(app.db, client.id, numbersOf(client), boundOf("consent"), limit).map(
    toConsentEntry,
  );
}

function toConsentEntry(consent: ConsentRecord): DatedEntry {
  const { id, given, category, source, wording, by, at } = consent;
  return {
    at,
    entry: { kind: "consent", id, given, category, source, wording, by, at: toIso(at) },
  };
}

function exportData(app: App, client: Client) {
  const { id, phone, numbers, formerNumbers } = client;
  const { after, rows } = NO_LIMIT;
  return {
    otherNumbers: numbers.filter((number) => number !== phone),
    formerNumbers: formerNumbers.map(({ phone: number, until }) => ({
      number,
      until: toIso(until),
    })),
    consent: consentsOf(app.db, id, numbersOf(client), after, rows).map(
      ({ id: _, at, ...consent }) => ({
        at: toIso(at),
        ...consent,
      }),
    ),
    daysUnreachable: strikesOf(app.db, phone),
    notes: notesOf(app.db, id, after, rows).map((note) => ({
      at: toIso(note.createdAt),
      author: note.author,
      body: note.body,
      editedAt: toIso(note.editedAt),
    })),
    log: auditEntriesOf(app.db, id).map(({ at, metadata, ...entry }) => ({
      at: toIso(at),
      ...entry,
      details: JSON.parse(metadata) as unknown,
    })),
  };
}

function numbersOf({ numbers, formerNumbers }: Client) {
  return [...numbers.map((phone) => ({ phone })), ...formerNumbers];
}
