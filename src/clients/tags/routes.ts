import { defineModule, staff } from "#src/platform/http/routes.ts";
import { tags } from "./contract.ts";
import { assignTag, createTag, deleteTag, listTags, renameTag, unassignTag } from "./tags.ts";

export const tagModule = defineModule(tags, {
  list: staff(["/contacts", "/inbox", "/campaigns"], ({ app }) => listTags(app)),
  create: staff(["/contacts", "/inbox"], ({ app, actor, body }) =>
    createTag(app, actor, body.name),
  ),
  rename: staff("/contacts", ({ app, actor, id, body }) => renameTag(app, actor, id, body.name)),
  remove: staff("/contacts", ({ app, actor, id }) => deleteTag(app, actor, id)),
  assign: staff(["/contacts", "/inbox"], ({ app, actor, id, body }) =>
    assignTag(app, actor, id, body),
  ),
  unassign: staff(["/contacts", "/inbox"], ({ app, actor, id, body }) =>
    unassignTag(app, actor, id, body),
  ),
});
