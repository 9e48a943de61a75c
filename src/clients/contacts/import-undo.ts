import {
  contactsChangedSince,
  contactsWithWaitingTexts,
  deleteImportParts,
  lastImportParts,
  readImported,
} from "#db/clients/contact-imports.ts";
import { whenFree, writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { Problem } from "#src/shared/problem.ts";
import { removeContact } from "./contacts.ts";
import type { LastImport } from "./import-contract.ts";

/** Contacts per transaction, which takes a few milliseconds. */
const SLICE = 100;

interface Counts {
  contacts: number;
  active: number;
}

/** Counts what an undo would remove and keep. */
export async function readLastImport(app: App): Promise<LastImport | null> {
  const [first] = lastImportParts(app.db);
  if (!first) return null;
  const counts: Counts = { contacts: 0, active: 0 };
  await forEachSlice(app, (ids, untouched) => {
    counts.contacts += ids.length;
    counts.active += ids.length - untouched.length;
  });
  if (counts.contacts === 0) return null;
  return { at: toIso(first.createdAt), ...counts };
}

/**
 * Deletes the contacts that the last import created and that nothing has happened to since. Opt-outs and the basis
 * of consent that it recorded remain, because the law requires the evidence. @throws Problem 409
 */
export async function undoLastImport(
  app: App,
  actor: Staff,
): Promise<{ removed: number; kept: number }> {
  if (lastImportParts(app.db).length === 0) throw new Problem(409, "There's no import to undo.");
  const result = { removed: 0, kept: 0 };
  await forEachSlice(app, (ids, untouched) => {
    const counts = { removed: untouched.length, kept: ids.length - untouched.length };
    for (const id of untouched) removeContact(app, id);
    record(app, actor, { action: "contact.undo_import", metadata: counts });
    result.removed += counts.removed;
    result.kept += counts.kept;
  });
  await whenFree(() => deleteImportParts(app.db));
  app.events.changed("tags");
  return result;
}

/** Each slice is read and handled in one transaction; other work continues in between. */
async function forEachSlice(
  app: App,
  handle: (ids: readonly number[], untouched: readonly number[]) => void,
): Promise<void> {
  const parts = lastImportParts(app.db);
  const since = Math.min(...parts.map(({ createdAt }) => createdAt));
  const changed = contactsChangedSince(app.db, since).union(contactsWithWaitingTexts(app.db));
  for (const { firstContactId, lastContactId } of parts)
    for (let from = firstContactId; from <= lastContactId; from += SLICE) {
      const to = Math.min(from + SLICE - 1, lastContactId);
      await writeWhenFree(app.db, () => {
        const { ids, untouched } = readImported(app.db, from, to, since);
        handle(
          ids,
          untouched.filter((id) => !changed.has(id)),
        );
      });
      await Bun.sleep(0);
    }
}
