import { idOf } from "#src/http/ids.ts";
import { admin, type Routes, staff } from "#src/http/routes.ts";
import type { inbox } from "./contract.ts";
import {
  deleteConversation,
  found,
  markRead,
  retryMessage,
  sendMessage,
  startConversation,
} from "./inbox.ts";
import { listConversations, readThread } from "./lists.ts";
import { shownConversation } from "./shown.ts";

const PAGE = "/inbox";

export const inboxRoutes: Routes<typeof inbox> = {
  list: staff(PAGE, ({ app, query }) => listConversations(app, query)),
  one: staff(PAGE, ({ app, params }) => shownConversation(found(app, idOf(params.id)))),
  thread: staff(PAGE, ({ app, params, query }) => readThread(app, idOf(params.id), query)),
  send: staff(PAGE, ({ app, actor, body }) => sendMessage(app, actor, body)),
  retry: staff(PAGE, ({ app, actor, params }) => retryMessage(app, actor, idOf(params.id))),
  start: staff(PAGE, ({ app, actor, body }) => startConversation(app, actor, body.contactId)),
  markRead: staff(PAGE, ({ app, actor, params }) => markRead(app, actor, idOf(params.id))),
  remove: admin(({ app, actor, params }) => deleteConversation(app, actor, idOf(params.id))),
};
