import { blankAppointments } from "#db/calendar/appointments-of-client.ts";
import { deleteContact } from "#db/clients/contacts.ts";
import * as store from "#db/clients/erase-contact.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import { detachFromContact } from "#db/messaging/messages-thread.ts";
import { readState, writeState } from "#db/state.ts";
import type { App, Staff } from "#src/app.ts";
import { forgetUpdatesOf } from "#src/clients/contact-updates/contact-updates.ts";
import { forgetName } from "#src/clients/contacts/contacts.ts";
import { record } from "#src/platform/audit/audit.ts";
import { Problem } from "#src/shared/problem.ts";
import { foundClient } from "./profile.ts";

const REST = "search-words-to-erase";

/**
 * Nothing of the name or the words stays in the file. What the law asks for does: that a text went
 * to a number, when, with which outcome and cost, and what the number said about texts.
 */
export function eraseClient(app: App, actor: Staff, id: number, typed: string): void {
  store.overwriting(app.db, () =>
    inTransaction(app.db, () => {
      const contact = foundClient(app, id);
      refuseOtherName(contact.name, typed);
      if (store.isTextUnderWay(app.db, contact.phone))
        throw new Problem(409, "A text to this client is on its way. Try again in a minute.");

      for (const erase of app.hooks.eraseClient) erase(app, contact);
      store.forgetReplies(app.db, contact);
      store.dropWaitingTexts(app.db, id, contact.phone);
      store.blankTexts(app.db, id);
      blankAppointments(app.db, contact.phone);
      detachFromContact(app.db, id, app.now());
      deleteContact(app.db, id);
      forgetName(app, contact.name);
      forgetUpdatesOf(app, contact);
      writeState(app.db, REST, store.SEARCH_INDEXES);
      record(app, actor, { action: "contact.erase", target: ["contact", id] });
      for (const resource of RESOURCES) app.events.changed(resource);
    }),
  );
}

const RESOURCES = [
  "contacts",
  "tags",
  "notes",
  "conversations",
  "messages",
  "campaigns",
  "appointments",
  // What they wrote stays: it stands at Google for all to read. Whose it is goes with the contact.
  "reviews",
] as const;

/** The search keeps the words of a deleted row until its pieces are merged: done bit by bit, afterwards. */
export async function eraseFromSearch(app: App): Promise<void> {
  for (;;) {
    const [index, ...others] = readState<store.SearchIndex[]>(app.db, REST) ?? [];
    if (index === undefined) return;
    for (let begin = true; await step(app, index, begin); begin = false) await Bun.sleep(5);
    await whenFree(() => inTransaction(app.db, () => writeState(app.db, REST, others)));
  }
}

function step(app: App, index: store.SearchIndex, begin: boolean): Promise<boolean> {
  return whenFree(() =>
    store.overwriting(app.db, () =>
      inTransaction(app.db, () => store.mergeSearch(app.db, index, begin)),
    ),
  );
}

function refuseOtherName(name: string, typed: string): void {
  const same = (text: string) => text.normalize().trim().replace(/\s+/g, " ").toLowerCase();
  // A client known by number only: however it was written.
  const digits = (text: string) => text.replace(/\D/g, "");
  const isNumber = /^\+\d+$/.test(name);
  if (same(typed) === same(name)) return;
  if (isNumber && digits(typed).length >= 10 && digits(name).endsWith(digits(typed))) return;
  throw new Problem(400, "This is not the client's name.", {
    errors: { name: "This is not the client's name" },
  });
}
