import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { inbox } from "./contract.ts";
import {
  deleteConversation,
  getConversationRow,
  listDrafts,
  markRead,
  retryMessage,
  saveDraft,
  sendMessage,
  startConversation,
} from "./inbox.ts";
import { listConversations, toConversation } from "./lists.ts";
import { decideOptOut } from "./opt-out-review.ts";
import { readPresence, recordTyping } from "./presence.ts";
import { clientOfConversation, clientOfMessage, readSidePanel, readThread } from "./thread.ts";

const PAGE = "/inbox";

export const inboxModule = defineModule(inbox, {
  list: staff(PAGE, ({ app, actor, query }) => listConversations(app, actor, query)),
  one: staff(PAGE, ({ app, id }) => toConversation(getConversationRow(app, id))),
  thread: staff(
    PAGE,
    ({ app, id, query }) => readThread(app, id, query),
    ({ app, id }) => clientOfConversation(app, id),
  ),
  send: staff(
    PAGE,
    ({ app, actor, body }) => ({
      ...sendMessage(app, actor, body),
      conversationId: body.conversationId,
    }),
    ({ app, body }) => clientOfConversation(app, body.conversationId),
  ),
  retry: staff(
    PAGE,
    ({ app, actor, id, body }) => retryMessage(app, actor, id, body.evenIfItArrived),
    ({ app, id }) => clientOfMessage(app, id),
  ),
  start: staff(PAGE, ({ app, actor, body }) => startConversation(app, actor, body.contactId)),
  decideOptOut: staff(
    PAGE,
    ({ app, actor, id, body }) => decideOptOut(app, actor, id, body.optOut),
    ({ app, id }) => clientOfConversation(app, id),
  ),
  markRead: staff(PAGE, ({ app, actor, id }) => markRead(app, actor, id)),
  remove: admin(({ app, actor, id }) => deleteConversation(app, actor, id)),
  typing: staff(PAGE, ({ app, actor, id }) =>
    recordTyping(app, actor, getConversationRow(app, id).id),
  ),
  presence: staff(PAGE, ({ app, actor, id }) =>
    readPresence(app, actor, getConversationRow(app, id).id),
  ),
  drafts: staff(PAGE, ({ app, actor }) => listDrafts(app, actor)),
  saveDraft: staff(PAGE, ({ app, actor, id, body }) =>
    saveDraft(app, actor, getConversationRow(app, id).id, body.body),
  ),
  client: staff(
    PAGE,
    ({ app, id }) => readSidePanel(app, id),
    ({ app, id }) => clientOfConversation(app, id),
  ),
});
