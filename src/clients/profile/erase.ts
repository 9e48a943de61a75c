import { listMergesOf } from "#db/clients/contact-merges.ts";
import { deleteContact } from "#db/clients/contacts.ts";
import * as store from "#db/clients/erase-contact.ts";
import { inTransaction, writeWhenFree } from "#db/connection.ts";
import { readState, writeState } from "#db/state.ts";
import type { App, Staff } from "#src/app.ts";
import { getContactRow } from "#src/clients/contacts/contacts.ts";
import { getClient } from "#src/clients/identity.ts";
import { record } from "#src/platform/audit/audit.ts";
import { fold } from "#src/shared/fold.ts";
import { isSamePhone } from "#src/shared/format-phone.ts";
import { Problem } from "#src/shared/problem.ts";
import { ERASE_CHANGES } from "./contract.ts";
import { completeMerge } from "./merge.ts";

const PENDING_INDEXES = "search-words-to-erase";

/**
 * Erases a client, so that neither the name nor any text remains in the database file. What the law
 * requires is kept: that a text was sent to a number, when, its outcome and cost, and the number's
 * consent records; and signed agreements with their payments.
 * @throws Problem 400 when `typed` is not the client's name, 404, 409 while a text is in flight or with
 * an active membership or payment plan
 */
export function eraseClient(app: App, actor: Staff, id: number, typed: string): void {
  inTransaction(app.db, () => {
    const contact = getContactRow(app, id);
    requireMatchingName(contact.name, typed);
    const client = getClient(app, id);
    for (const merge of listMergesOf(app.db, id)) completeMerge(app, merge);
    for (const { erase } of app.hooks.clientParts) erase?.(app, client);
    deleteContact(app.db, id);
    writeState(app.db, PENDING_INDEXES, store.SEARCH_INDEXES);
    record(app, actor, { action: "contact.erase", target: ["contact", id] });
    for (const resource of ERASE_CHANGES) app.events.changed(resource);
  });
}

/** Merges the segments of the search indexes in small steps, because they keep the words of deleted rows until then. */
export async function eraseFromSearch(app: App): Promise<void> {
  for (;;) {
    const [index, ...rest] = readState<store.SearchIndex[]>(app.db, PENDING_INDEXES) ?? [];
    if (index === undefined) return;
    for (let isFirst = true; await mergeStep(app, index, isFirst); isFirst = false)
      await Bun.sleep(5);
    await writeWhenFree(app.db, () => writeState(app.db, PENDING_INDEXES, rest));
  }
}

function mergeStep(app: App, index: store.SearchIndex, isFirst: boolean): Promise<boolean> {
  return writeWhenFree(app.db, () => store.mergeSearchIndex(app.db, index, isFirst));
}

function requireMatchingName(name: string, typed: string): void {
  const normalize = (text: string) => fold(text).trim().replace(/\s+/g, " ");
  if (normalize(typed) === normalize(name)) return;
  // The name of a client without a name is their number, which may be typed in any format.
  if (/^\+\d+$/.test(name) && isSamePhone(typed, name)) return;
  throw new Problem(400, "This isn't the client's name.", {
    errors: { name: "This isn't the client's name" },
  });
}
