import { inTransaction } from "#db/connection.ts";
import * as store from "#db/messaging/quick-replies.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { Problem, requireFound } from "#src/shared/problem.ts";
import { MAX_QUICK_REPLIES, type QuickReply, quickReplies } from "./contract.ts";

export const quickReplyModule = defineModule(quickReplies, {
  list: staff("/inbox", ({ app }) => listQuickReplies(app)),
  create: admin(({ app, actor, body }) => createQuickReply(app, actor, body)),
  change: admin(({ app, actor, id, body }) => changeQuickReply(app, actor, id, body)),
  remove: admin(({ app, actor, id }) => deleteQuickReply(app, actor, id)),
});

function listQuickReplies(app: App): QuickReply[] {
  return store.listQuickReplies(app.db);
}

export function createQuickReply(
  app: App,
  actor: Staff,
  input: { title: string; body: string },
): QuickReply {
  return inTransaction(app.db, () => {
    if (store.listQuickReplies(app.db).length >= MAX_QUICK_REPLIES)
      throw new Problem(
        409,
        `You already have ${MAX_QUICK_REPLIES} quick replies, which is the limit. Delete one first.`,
      );
    const id = store.insertQuickReply(app.db, input);
    recordChange(app, actor, "quick_reply.create", id);
    return getQuickReply(app, id);
  });
}

function changeQuickReply(
  app: App,
  actor: Staff,
  id: number,
  change: { title?: string | undefined; body?: string | undefined; place?: number | undefined },
): QuickReply {
  return inTransaction(app.db, () => {
    const { title, body } = getQuickReply(app, id);
    store.changeQuickReply(app.db, id, {
      title: change.title ?? title,
      body: change.body ?? body,
    });
    if (change.place !== undefined) moveQuickReply(app, id, change.place);
    recordChange(app, actor, "quick_reply.change", id);
    return getQuickReply(app, id);
  });
}

function deleteQuickReply(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    getQuickReply(app, id);
    store.deleteQuickReply(app.db, id);
    recordChange(app, actor, "quick_reply.delete", id);
  });
}

function moveQuickReply(app: App, id: number, place: number): void {
  const others = store
    .listQuickReplies(app.db)
    .flatMap((reply) => (reply.id === id ? [] : [reply.id]));
  store.orderQuickReplies(app.db, others.toSpliced(place, 0, id));
}

function getQuickReply(app: App, id: number): store.QuickReplyRow {
  return requireFound(store.findQuickReply(app.db, id), "This quick reply no longer exists.");
}

function recordChange(app: App, actor: Staff, action: string, id: number): void {
  record(app, actor, { action, target: ["quick_reply", id] });
  app.events.changed("quick-replies", id);
}
