import { parseId } from "#src/platform/http/ids.ts";
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
  change: admin(({ app, actor, params, body }) =>
    changeQuickReply(app, actor, parseId(params.id), body),
  ),
  remove: admin(({ app, actor, params }) => deleteQuickReply(app, actor, parseId(params.id))),
});
