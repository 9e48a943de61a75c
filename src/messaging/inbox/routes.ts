import { parseId } from "#src/platform/http/ids.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { inbox } from "./contract.ts";
import { listDrafts, saveDraft } from "./drafts.ts";
import {
  deleteConversation,
  getConversationRow,
  markRead,
  retryMessage,
  sendMessage,
  startConversation,
} from "./inbox.ts";
import { listConversations } from "./lists.ts";
import { decideOptOut } from "./opt-out-review.ts";
import { readPresence, recordTyping } from "./presence.ts";
import { readSidePanel } from "./side-panel.ts";
import { clientOfConversation, clientOfMessage } from "./subject.ts";
import { readThread } from "./thread.ts";
import { toConversation } from "./to-conversation.ts";

const PAGE = "/inbox";

export const inboxModule = defineModule(inbox, {
  list: staff(PAGE, ({ app, actor, query }) => listConversations(app, actor, query)),
  one: staff(PAGE, ({ app, params }) =>
    toConversation(getConversationRow(app, parseId(params.id))),
  ),
  thread: staff(
    PAGE,
    ({ app, params, query }) => readThread(app, parseId(params.id), query),
    ({ app, params }) => clientOfConversation(app, parseId(params.id)),
  ),
  send: staff(
    PAGE,
    ({ app, actor, body }) => sendMessage(app, actor, body),
    ({ app, body }) => clientOfConversation(app, body.conversationId),
  ),
  retry: staff(
    PAGE,
    ({ app, actor, params, body }) =>
      retryMessage(app, actor, parseId(params.id), body.evenIfItArrived),
    ({ app, params }) => clientOfMessage(app, parseId(params.id)),
  ),
  start: staff(PAGE, ({ app, actor, body }) => startConversation(app, actor, body.contactId)),
  decideOptOut: staff(
    PAGE,
    ({ app, actor, params, body }) => decideOptOut(app, actor, parseId(params.id), body.optOut),
    ({ app, params }) => clientOfConversation(app, parseId(params.id)),
  ),
  markRead: staff(PAGE, ({ app, actor, params }) => markRead(app, actor, parseId(params.id))),
  remove: admin(({ app, actor, params }) => deleteConversation(app, actor, parseId(params.id))),
  typing: staff(PAGE, ({ app, actor, params }) =>
    recordTyping(app, actor, getConversationRow(app, parseId(params.id)).id),
  ),
  presence: staff(PAGE, ({ app, actor, params }) =>
    readPresence(app, actor, getConversationRow(app, parseId(params.id)).id),
  ),
  drafts: staff(PAGE, ({ app, actor }) => listDrafts(app, actor)),
  saveDraft: staff(PAGE, ({ app, actor, params, body }) =>
    saveDraft(app, actor, getConversationRow(app, parseId(params.id)).id, body.body),
  ),
  client: staff(
    PAGE,
    ({ app, params }) => readSidePanel(app, parseId(params.id)),
    ({ app, params }) => clientOfConversation(app, parseId(params.id)),
  ),
});
