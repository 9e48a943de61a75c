import { contactSlices } from "#db/clients/contacts-list.ts";
import { countBases, unansweredPhones } from "#db/clients/marketing-basis.ts";
import { inTransaction, writeWhenFree } from "#db/connection.ts";
import { deleteState, readState } from "#db/state.ts";
import type { App, Staff } from "#src/app.ts";
import { grantOffers } from "#src/clients/consent.ts";
import { toListFilter } from "#src/clients/contacts/list.ts";
import type { Selection } from "#src/clients/tags/contract.ts";
import { getTagRow } from "#src/clients/tags/tags.ts";
import { record } from "#src/platform/audit/audit.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { agreements } from "./agreements-contract.ts";
import { type Bases, offers } from "./contract.ts";

export const offersModule = defineModule(
  { ...offers, ...agreements },
  {
    bases: staff(["/campaigns", "/contacts"], ({ app, query }) => readBases(app, query.tag)),
    readNotice: admin(({ app }) => markNoticeRead(app)),
    record: admin(({ app, actor, body }) => recordAgreements(app, actor, body)),
  },
);

/** Contacts per slice, which takes about five milliseconds of the event loop. */
const SLICE = 250;
/** Set by the migration that introduced the rule. */
const NOTICE = "consent-notice";

/** @throws Problem 404 when the tag does not exist */
export function readBases(app: App, tagId?: number): Bases {
  const tag = tagId === undefined ? null : getTagRow(app, tagId);
  return { ...countBases(app.db, tag, app.now()), isNew: readState(app.db, NOTICE) === true };
}

function markNoticeRead(app: App): Bases {
  inTransaction(app.db, () => deleteState(app.db, NOTICE));
  app.events.changed("contacts");
  return readBases(app);
}

/** Records one consent for each contact without an answer about offers, slice by slice: there may be a million. */
async function recordAgreements(
  app: App,
  actor: Staff,
  { selection, note }: { selection: Selection; note: string },
): Promise<{ count: number }> {
  let count = 0;
  for (const ids of idSlices(app, actor, selection)) {
    count += await writeWhenFree(app.db, () => {
      const phones = unansweredPhones(app.db, ids);
      for (const phone of phones) grantOffers(app, actor, phone, note);
      if (phones.length > 0)
        record(app, actor, {
          action: "contact.record_agreements",
          metadata: { note, count: phones.length },
        });
      return phones.length;
    });
    await Bun.sleep(0);
  }
  return { count };
}

function* idSlices(app: App, actor: Staff, selection: Selection): Generator<readonly number[]> {
  if ("contactIds" in selection) return yield selection.contactIds;
  const excluded = new Set(selection.except);
  const filter = toListFilter(app, actor, selection.matching);
  if (filter.isHidden) return;
  for (const slice of contactSlices(app.db, filter, SLICE))
    yield slice.map(({ id }) => id).filter((id) => !excluded.has(id));
}
