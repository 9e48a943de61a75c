import {
  activityConditions,
  deleteImportPart,
  type ImportPart,
  importParts,
  readImported,
} from "#db/clients/contact-imports.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { Problem } from "#src/shared/problem.ts";
import { removeContact } from "./contacts.ts";
import type { LastImport } from "./import-contract.ts";
import { isImportRunning } from "./running-imports.ts";

/** Contacts per transaction, which takes a few milliseconds. */
const SLICE = 100;

/** Counts what an undo would remove and keep. @throws Problem 409 while the import runs */
export async function readLastImport(app: App): Promise<LastImport | null> {
  const counts = { contacts: 0, active: 0 };
  const first = await forEachSlice(app, (ids, untouched) => {
    counts.contacts += ids.length;
    counts.active += ids.length - untouched.length;
  });
  if (!first || counts.contacts === 0) return null;
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
  const result = { removed: 0, kept: 0 };
  const first = await forEachSlice(app, (ids, untouched, partDone) => {
    const counts = { removed: untouched.length, kept: ids.length - untouched.length };
    for (const id of untouched) removeContact(app, id);
    record(app, actor, { action: "contact.undo_import", metadata: counts });
    result.removed += counts.removed;
    result.kept += counts.kept;
    if (partDone !== undefined) deleteImportPart(app.db, partDone);
  });
  if (!first) throw new Problem(409, "There's no import to undo.");
  app.events.changed("tags");
  return result;
}

/**
 * Each slice of the last import is read and handled in one transaction; other work continues in between. Returns its
 * first part. @throws Problem 409
 */
async function forEachSlice(
  app: App,
  handle: (ids: readonly number[], untouched: readonly number[], partDone?: number) => void,
): Promise<ImportPart | undefined> {
  const parts = importParts(app.db);
  const [first] = parts;
  if (first && isImportRunning(app, first.importKey))
    throw new Problem(409, "This import is still running. Undo it when it's done.");
  const since = Math.min(...parts.map(({ createdAt }) => createdAt));
  const activity = activityConditions(app.db);
  for (const { id, firstContactId, lastContactId } of parts)
    for (let from = firstContactId; from <= lastContactId; from += SLICE) {
      const to = Math.min(from + SLICE - 1, lastContactId);
      await writeWhenFree(app.db, () => {
        const { ids, untouched } = readImported(app.db, activity, { from, to, since });
        handle(ids, untouched, to === lastContactId ? id : undefined);
      });
      await Bun.sleep(0);
    }
  return first;
}
