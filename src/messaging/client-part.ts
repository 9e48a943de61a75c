import { listMergesOf } from "#db/clients/contact-merges.ts";
import { deleteSignUpsOf } from "#db/clients/text-sign-ups.ts";
import { findConversationOfContact } from "#db/messaging/conversations.ts";
import { type MergedThread, mergeThreads, separateThreads } from "#db/messaging/merge-threads.ts";
import { changeQueuedPhone } from "#db/messaging/messages-queue.ts";
import { detachFromContact, type ThreadRow, threadBefore } from "#db/messaging/messages-thread.ts";
import * as store from "#db/messaging/texts-of-client.ts";
import type { App, ClientPart } from "#src/app.ts";
import type { Client, DatedEntry } from "#src/hook-shapes.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { Problem } from "#src/shared/problem.ts";

/** Texts per slice of an export, which takes a few milliseconds of the event loop. */
const SLICE = 500;
const MICROS_PER_UNIT = 1_000_000;

export const textsOfClient: ClientPart = {
  tables: ["messages", "conversations", "text_sign_ups"],
  movedTables: ["text_sign_ups"],
  changeNumber: (app, id) => changeQueuedPhone(app.db, id),
  listHistory: (app, _actor, { id }, { boundOf, limit }) =>
    threadBefore(app.db, id, boundOf("text"), limit).map(toTextEntry),
  exportData: (app, { id }) => ({
    conversation: exportConversation(app, id),
    campaignsNotYetSent: store.upcomingCampaigns(app.db, id),
  }),
  exportList: ["texts", exportTexts],
  erase: eraseTexts,
  remove(app, id) {
    // Texts that stayed with a merged contact, whose merge can't be undone anymore.
    for (const { otherId } of listMergesOf(app.db, id)) detachTexts(app, otherId);
    detachTexts(app, id);
    deleteSignUpsOf(app.db, id);
  },
  merge: (app, contacts) => mergeThreads(app.db, contacts),
  undoMerge: (app, contacts, merged: MergedThread) => separateThreads(app.db, contacts, merged),
  // Texts of a campaign that texted both clients, which stayed with the deleted contact.
  completeMerge: detachTexts,
};

function toTextEntry(row: ThreadRow): DatedEntry {
  const { id, direction, purpose, campaignName, body, status, error, at } = row;
  const entry = { id, direction, purpose, campaignName, body, error, at: toIso(at) };
  return {
    at,
    // A text in doubt is shown as claimed until it is reconciled, within a minute or two.
    entry: { kind: "text", ...entry, status: status === "in_doubt" ? "claimed" : status },
  };
}

function exportConversation(app: App, contactId: number) {
  const conversation = findConversationOfContact(app.db, contactId);
  return (
    conversation && {
      lastMessageAt: toIso(conversation.lastMessageAt),
      lastMessagePreview: conversation.lastMessagePreview,
      unread: conversation.unreadCount,
    }
  );
}

function* exportTexts(app: App, { id }: Client): Generator<readonly unknown[]> {
  let after = { at: -1, id: 0 };
  for (;;) {
    const slice = store.clientTextsAfter(app.db, id, after, SLICE);
    const last = slice.at(-1);
    if (last === undefined) return;
    yield slice.map(toExportedText);
    after = last;
  }
}

function toExportedText({ id: _, at, price, ...text }: store.ClientText) {
  return {
    at: toIso(at),
    ...text,
    cost: price === null ? null : Math.abs(price) / MICROS_PER_UNIT,
  };
}

/** The ledger remains: that a text was sent to a number, when, its outcome and cost. @throws Problem 409 while a text is in flight */
function eraseTexts(app: App, { id, numbers }: Client): void {
  if (store.hasTextInFlight(app.db, id, numbers))
    throw new Problem(409, "A text to this client is being sent. Try again in a minute.");
  store.deleteWaitingTexts(app.db, id);
  deleteSignUpsOf(app.db, id);
  store.eraseTextBodies(app.db, id);
  detachTexts(app, id);
}

function detachTexts(app: App, contactId: number): void {
  detachFromContact(app.db, contactId, app.now());
}
