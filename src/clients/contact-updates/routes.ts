import { parseId } from "#src/platform/http/ids.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import {
  approveUpdate,
  countUpdates,
  listUpdates,
  rejectUpdate,
  suggestContacts,
} from "./contact-updates.ts";
import { contactUpdates } from "./contract.ts";

const PAGE = "/contact-updates";

export const contactUpdateModule = defineModule(contactUpdates, {
  list: staff(PAGE, ({ app, actor, query }) => listUpdates(app, actor, query)),
  count: staff(PAGE, ({ app }) => ({ count: countUpdates(app) })),
  suggestions: staff(PAGE, ({ app, actor, params }) =>
    suggestContacts(app, actor, parseId(params.id)),
  ),
  approve: staff(PAGE, ({ app, actor, params, body }) =>
    approveUpdate(app, actor, parseId(params.id), body.contactId),
  ),
  reject: staff(PAGE, ({ app, actor, params }) => rejectUpdate(app, actor, parseId(params.id))),
});
