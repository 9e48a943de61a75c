import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { quickReplies } from "./contract.ts";
import {
  changeQuickReply,
  createQuickReply,
  deleteQuickReply,
  listQuickReplies,
} from "./quick-replies.ts";

export const quickReplyModule = defineModule(quickReplies, {
  list: staff("/inbox", ({ app }) => listQuickReplies(app)),
  create: admin(({ app, actor, body }) => createQuickReply(app, actor, body)),
  change: admin(({ app, actor, id, body }) => changeQuickReply(app, actor, id, body)),
  remove: admin(({ app, actor, id }) => deleteQuickReply(app, actor, id)),
});
