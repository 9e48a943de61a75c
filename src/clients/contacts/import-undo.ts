import {
  activityConditions,
  contactsWithWaitingTexts,
  deleteImportPart,
  importParts,
  lastImportKey,
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

interface Counts {
  contacts: number;
  active: number;
}

/** Counts what an undo would remove and keep. @throws Problem 409 while the import runs */
export async function readLastImport(app: App): Promise<LastImport | null> {
  const key = lastImportKey(app.db);
  if (key === undefined) return null;
  requireEnded(app, key);
  const [first] = importParts(app.db, key);
  const counts: Counts = { contacts: 0, active: 0 };
  await forEachSlice(app, key, (ids, untouched) => {
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
  const key = lastImportKey(app.db);
  if (key === undefined) throw new Problem(409, "There's no import to undo.");
  requireEnded(app, key);
  const result = { removed: 0, kept: 0 };
  await forEachSlice(
    app,
    key,
    (ids, untouched) => {
      const counts = { removed: untouched.length, kept: ids.length - untouched.length };
      for (const id of untouched) removeContact(app, id);
      record(app, actor, { action: "contact.undo_import", metadata: counts });
      result.removed += counts.removed;
      result.kept += counts.kept;
    },
    (part) => deleteImportPart(app.db, part.id),
  );
  app.events.changed("tags");
  return result;
}

/** @throws Problem 409 */
function requireEnded(app: App, key: string): void {
  if (isImportRunning(app, key))
    throw new Problem(409, "This import is still running. Undo it when it's done.");
}

/** Each slice is read and handled in one transaction; other work continues in between. */
async function forEachSlice(
  app: App,
  key: string,
  handle: (ids: readonly number[], untouched: readonly number[]) => void,
  onPartDone: (part: { id: number }) => void = () => undefined,
): Promise<void> {
  const parts = importParts(app.db, key);
  const since = Math.min(...parts.map(({ createdAt }) => createdAt));
  const activity = activityConditions(app.db);
  const waiting = contactsWithWaitingTexts(app.db);
  for (const part of parts) {
    const { firstContactId, lastContactId } = part;
    for (let from = firstContactId; from <= lastContactId; from += SLICE) {
      const to = Math.min(from + SLICE - 1, lastContactId);
      await writeWhenFree(app.db, () => {
        const { ids, untouched } = readImported(app.db, activity, { from, to, since });
        handle(
          ids,
          untouched.filter((id) => !waiting.has(id)),
        );
        if (to === lastContactId) onPartDone(part);
      });
      await Bun.sleep(0);
    }
  }
}
