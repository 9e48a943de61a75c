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
  suggestions: staff(PAGE, ({ app, actor, id }) => suggestContacts(app, actor, id)),
  approve: staff(PAGE, ({ app, actor, id, body }) => approveUpdate(app, actor, id, body.contactId)),
  reject: staff(PAGE, ({ app, actor, id }) => rejectUpdate(app, actor, id)),
});
