import { findContact } from "#db/clients/contacts.ts";
import type { App } from "#src/app.ts";
import { getContact } from "#src/clients/contacts/contacts.ts";
import { parseId } from "#src/platform/http/ids.ts";
import { adminWithPassword, defineModule, staff } from "#src/platform/http/routes.ts";
import { exportClient } from "./client-export.ts";
import { clients } from "./contract.ts";
import { eraseClient } from "./erase.ts";
import { readHistory } from "./history.ts";
import { addNote, changeNote, deleteNote, listNotes } from "./notes.ts";

const CLIENT_PAGES = ["/contacts", "/inbox"] as const;

const clientOf = ({ app, params }: { app: App; params: { id: string } }) =>
  findContact(app.db, parseId(params.id)) ?? undefined;

export const clientModule = defineModule(clients, {
  one: staff(CLIENT_PAGES, ({ app, params }) => getContact(app, parseId(params.id))),
  history: staff(
    "/contacts",
    ({ app, actor, params, query }) => readHistory(app, actor, parseId(params.id), query),
    clientOf,
  ),
  notes: staff(
    CLIENT_PAGES,
    ({ app, actor, params, query }) => listNotes(app, actor, parseId(params.id), query),
    clientOf,
  ),
  addNote: staff(CLIENT_PAGES, ({ app, actor, params, body }) =>
    addNote(app, actor, parseId(params.id), body.body),
  ),
  changeNote: staff(CLIENT_PAGES, ({ app, actor, params, body }) =>
    changeNote(app, actor, parseId(params.id), parseId(params.noteId), body),
  ),
  removeNote: staff(CLIENT_PAGES, ({ app, actor, params }) =>
    deleteNote(app, actor, parseId(params.id), parseId(params.noteId)),
  ),
  exportOne: adminWithPassword(({ app, actor, params }) =>
    exportClient(app, actor, parseId(params.id)),
  ),
  erase: adminWithPassword(({ app, actor, params, body }) =>
    eraseClient(app, actor, parseId(params.id), body.name),
  ),
});
