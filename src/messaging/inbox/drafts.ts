import { inTransaction } from "#db/connection.ts";
import * as store from "#db/messaging/conversations.ts";
import type { App, Staff } from "#src/app.ts";
import type { Draft } from "./contract.ts";

const MAX_DRAFTS = 500;

export function listDrafts(app: App, actor: Staff): Draft[] {
  return store.draftsOf(app.db, actor.id, MAX_DRAFTS);
}

/** Saved while the user types. There is no audit entry, because only the author sees a draft. */
export function saveDraft(app: App, actor: Staff, conversationId: number, body: string): void {
  if (body.trim() === "") {
    deleteDraft(app, actor, conversationId);
    return;
  }
  inTransaction(app.db, () => {
    store.saveDraft(app.db, { conversationId, userId: actor.id, body }, app.now());
    app.events.changed("drafts", actor.id);
  });
}

/** Called when the draft was sent or emptied. */
export function deleteDraft(app: App, actor: Staff, conversationId: number): void {
  inTransaction(app.db, () => {
    if (store.deleteDraft(app.db, conversationId, actor.id)) app.events.changed("drafts", actor.id);
  });
}
