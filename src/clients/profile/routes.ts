import { findContact } from "#db/clients/contacts.ts";
import type { App } from "#src/app.ts";
import { parseId } from "#src/platform/http/ids.ts";
import { adminWithPassword, defineModule, staff } from "#src/platform/http/routes.ts";
import { exportClient } from "./client-export.ts";
import { clients } from "./contract.ts";
import { eraseClient } from "./erase.ts";
import { readClient, readHistory, readTotals } from "./history.ts";
import { mergeContacts } from "./merge.ts";
import { addNote, changeNote, deleteNote, listNotes } from "./notes.ts";
import { undoMerge } from "./undo-merge.ts";

const CLIENT_PAGES = ["/contacts", "/inbox"] as const;

const clientOf = ({ app, id }: { app: App; id: number }) => findContact(app.db, id) ?? undefined;

export const clientModule = defineModule(clients, {
  one: staff(CLIENT_PAGES, ({ app, id }) => readClient(app, id)),
  history: staff(
    "/contacts",
    ({ app, actor, id, query }) => readHistory(app, actor, id, query),
    clientOf,
  ),
  totals: staff("/contacts", ({ app, actor, id }) => readTotals(app, actor, id), clientOf),
  notes: staff(
    CLIENT_PAGES,
    ({ app, actor, id, query }) => listNotes(app, actor, id, query),
    clientOf,
  ),
  addNote: staff(CLIENT_PAGES, ({ app, actor, id, body }) => addNote(app, actor, id, body.body)),
  changeNote: staff(CLIENT_PAGES, ({ app, actor, id, params, body }) =>
    changeNote(app, actor, id, parseId(params.noteId), body),
  ),
  removeNote: staff(CLIENT_PAGES, ({ app, actor, id, params }) =>
    deleteNote(app, actor, id, parseId(params.noteId)),
  ),
  merge: staff("/contacts", ({ app, actor, id, body }) => mergeContacts(app, actor, id, body)),
  undoMerge: staff("/contacts", ({ app, actor, id }) => undoMerge(app, actor, id)),
  exportOne: adminWithPassword(({ app, actor, id }) => exportClient(app, actor, id)),
  erase: adminWithPassword(({ app, actor, id, body }) => eraseClient(app, actor, id, body.name)),
});
