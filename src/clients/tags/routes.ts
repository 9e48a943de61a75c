import { parseId } from "#src/platform/http/ids.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { tags } from "./contract.ts";
import { assignTag, createTag, deleteTag, listTags, renameTag, unassignTag } from "./tags.ts";

export const tagModule = defineModule(tags, {
  list: staff(["/contacts", "/inbox", "/campaigns"], ({ app }) => listTags(app)),
  create: staff(["/contacts", "/inbox"], ({ app, actor, body }) =>
    createTag(app, actor, body.name),
  ),
  rename: staff("/contacts", ({ app, actor, params, body }) =>
    renameTag(app, actor, parseId(params.id), body.name),
  ),
  remove: staff("/contacts", ({ app, actor, params }) => deleteTag(app, actor, parseId(params.id))),
  assign: staff(["/contacts", "/inbox"], ({ app, actor, params, body }) =>
    assignTag(app, actor, parseId(params.id), body),
  ),
  unassign: staff(["/contacts", "/inbox"], ({ app, actor, params, body }) =>
    unassignTag(app, actor, parseId(params.id), body),
  ),
});
