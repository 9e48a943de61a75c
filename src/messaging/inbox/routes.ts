import { idOf } from "#src/platform/http/ids.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { inbox } from "./contract.ts";
import { keepDraft, listDrafts } from "./drafts.ts";
import {
  deleteConversation,
  found,
  markRead,
  retryMessage,
  sendMessage,
  startConversation,
} from "./inbox.ts";
import { listConversations } from "./lists.ts";
import { companyAt, noteTyping } from "./presence.ts";
import { readClientAside } from "./side-panel.ts";
import { clientOf, clientOfMessage } from "./subject.ts";
import { readThread } from "./thread.ts";
import { shownConversation } from "./to-conversation.ts";

const PAGE = "/inbox";

export const inboxModule = defineModule(inbox, {
  list: staff(PAGE, ({ app, actor, query }) => listConversations(app, actor, query)),
  one: staff(PAGE, ({ app, params }) => shownConversation(found(app, idOf(params.id)))),
  thread: staff(
    PAGE,
    ({ app, params, query }) => readThread(app, idOf(params.id), query),
    ({ app, params }) => clientOf(app, idOf(params.id)),
  ),
  send: staff(
    PAGE,
    ({ app, actor, body }) => sendMessage(app, actor, body),
    ({ app, body }) => clientOf(app, body.conversationId),
  ),
  retry: staff(
    PAGE,
    ({ app, actor, params, body }) =>
      retryMessage(app, actor, idOf(params.id), body.evenIfItArrived),
    ({ app, params }) => clientOfMessage(app, idOf(params.id)),
  ),
  start: staff(PAGE, ({ app, actor, body }) => startConversation(app, actor, body.contactId)),
  markRead: staff(PAGE, ({ app, actor, params }) => markRead(app, actor, idOf(params.id))),
  remove: admin(({ app, actor, params }) => deleteConversation(app, actor, idOf(params.id))),
  typing: staff(PAGE, ({ app, actor, params }) =>
    noteTyping(app, actor, found(app, idOf(params.id)).id),
  ),
  company: staff(PAGE, ({ app, actor, params }) =>
    companyAt(app, actor, found(app, idOf(params.id)).id),
  ),
  drafts: staff(PAGE, ({ app, actor }) => listDrafts(app, actor)),
  keepDraft: staff(PAGE, ({ app, actor, params, body }) =>
    keepDraft(app, actor, found(app, idOf(params.id)).id, body.body),
  ),
  client: staff(
    PAGE,
    ({ app, params }) => readClientAside(app, idOf(params.id)),
    ({ app, params }) => clientOf(app, idOf(params.id)),
  ),
});
