import { findContact } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { getContact } from "#src/clients/contacts/contacts.ts";
import { getClient } from "#src/clients/identity.ts";
import type { Client } from "#src/hook-shapes.ts";
import { record } from "#src/platform/audit/audit.ts";
import { parseId } from "#src/platform/http/ids.ts";
import { adminWithPassword, defineModule, staff } from "#src/platform/http/routes.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { toIso } from "#src/shared/iso-time.ts";
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

/** Exports everything stored about a client, as JSON for the client to read. @throws Problem 404 */
function exportClient(app: App, actor: Staff, id: number): FileReply {
  const client = getClient(app, id);
  inTransaction(app.db, () =>
    record(app, actor, { action: "contact.export_one", target: ["contact", id] }),
  );
  return {
    name: `client-${id}-${businessDay(app)}.json`,
    type: "application/json; charset=utf-8",
    content: exportChunks(app, client),
  };
}

async function* exportChunks(app: App, client: Client): AsyncGenerator<string> {
  const { tags, ...contact } = getContact(app, client.id);
  const head = {
    exportedAt: toIso(app.now()),
    contact,
    tags: tags.map(({ name }) => name),
  };
  for (const { exportData } of app.hooks.clientParts)
    Object.assign(head, exportData?.(app, client));
  yield JSON.stringify(head, null, 2).slice(0, -2);
  for (const { exportList } of app.hooks.clientParts) {
    if (!exportList) continue;
    const [name, slices] = exportList;
    yield `,\n  "${name}": [`;
    let separator = "";
    for (const slice of slices(app, client)) {
      yield separator + slice.map((item) => `\n    ${JSON.stringify(item)}`).join();
      separator = ",";
      // Other requests are answered in between.
      await Bun.sleep(0);
    }
    yield "\n  ]";
  }
  yield "\n}\n";
}
