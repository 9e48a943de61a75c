import { inTransaction } from "#db/connection.ts";
import * as store from "#db/messaging/drafts.ts";
import type { App, Staff } from "#src/app.ts";
import type { Draft } from "./contract.ts";

/** More than these nobody looks for. */
const SHOWN = 500;

export function listDrafts(app: App, actor: Staff): Draft[] {
  return store.draftsOf(app.db, actor.id, SHOWN);
}

/** As somebody types: no audit entry, as nobody sees it but who wrote it. */
export function keepDraft(app: App, actor: Staff, conversationId: number, body: string): void {
  if (body.trim() === "") {
    forgetDraft(app, actor, conversationId);
    return;
  }
  inTransaction(app.db, () => {
    store.keepDraft(app.db, { conversationId, userId: actor.id, body }, app.now());
    app.events.changed("drafts", actor.id);
  });
}

/** Sent, or emptied. */
export function forgetDraft(app: App, actor: Staff, conversationId: number): void {
  inTransaction(app.db, () => {
    if (store.deleteDraft(app.db, conversationId, actor.id)) app.events.changed("drafts", actor.id);
  });
}
