import { inTransaction } from "#db/connection.ts";
import type { App, Client, Staff } from "#src/app.ts";
import { getContact } from "#src/clients/contacts/contacts.ts";
import { getClient } from "#src/clients/identity.ts";
import { record } from "#src/platform/audit/audit.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { toIso } from "#src/shared/iso-time.ts";

/** Exports everything stored about a client, as JSON for the client to read. @throws Problem 404 */
export function exportClient(app: App, actor: Staff, id: number): FileReply {
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
