import { adminWithPassword, defineModule, staff } from "#src/platform/http/routes.ts";
import { changeContact, createContact, deleteContact, listLightContacts } from "./contacts.ts";
import { contacts } from "./contract.ts";
import { exportContacts, listContacts } from "./list.ts";
import { optIn, optOut } from "./opt-out.ts";

/** Screens that embed a contact picker or show a contact. */
const PICKERS = [
  "/contacts",
  "/inbox",
  "/contact-updates",
  "/reviews",
  "/memberships",
  "/payment-plans",
  "/waitlist",
] as const;

export const contactModule = defineModule(contacts, {
  list: staff(PICKERS, ({ app, actor, query }) => listContacts(app, actor, query)),
  all: staff(PICKERS, ({ app }) => listLightContacts(app)),
  exportCsv: adminWithPassword(({ app, actor, query }) => exportContacts(app, actor, query)),
  create: staff("/contacts", ({ app, actor, body }) => createContact(app, actor, body)),
  change: staff(["/contacts", "/inbox"], ({ app, actor, id, body }) =>
    changeContact(app, actor, id, body),
  ),
  remove: staff("/contacts", ({ app, actor, id }) => deleteContact(app, actor, id)),
  optOut: staff("/contacts", ({ app, actor, id }) => optOut(app, actor, id)),
  optIn: staff("/contacts", ({ app, actor, id }) => optIn(app, actor, id)),
});
