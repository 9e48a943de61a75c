import { recordRetagging } from "#db/clients/contact-imports.ts";
import { contactSlices } from "#db/clients/contacts-list.ts";
import * as store from "#db/clients/tags.ts";
import { inTransaction, writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { toListFilter } from "#src/clients/contacts/list.ts";
import { record } from "#src/platform/audit/audit.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { fieldProblem, Problem, requireFound } from "#src/shared/problem.ts";
import { type Selection, type Tag, tags } from "./contract.ts";

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

const MAX_TAGS = 500;

/** Contacts per slice, which takes about three milliseconds of the event loop. */
const SLICE = 250;

function listTags(app: App): Tag[] {
  return store.listTags(app.db).map(toTag);
}

export function createTag(app: App, actor: Staff, name: string): Tag {
  return inTransaction(app.db, () => {
    refuseDuplicate(app, name);
    return toTag(insertNewTag(app, actor, name));
  });
}

/** Returns the tag with this name, or creates it; for an import. */
export function findOrCreateTag(app: App, actor: Staff, name: string): { id: number } {
  return store.findTagNamed(app.db, name) ?? insertNewTag(app, actor, name);
}

function renameTag(app: App, actor: Staff, id: number, name: string): Tag {
  return inTransaction(app.db, () => {
    const current = getTagRow(app, id);
    refuseDuplicate(app, name, id);
    store.renameTag(app.db, id, name);
    record(app, actor, {
      action: "tag.rename",
      target: ["tag", id],
      metadata: { from: current.name, to: name },
    });
    publishTags(app);
    return toTag(getTagRow(app, id));
  });
}

/** Removes the tag from its contacts in slices, since there may be a million, then deletes it. @throws Problem 404 */
async function deleteTag(app: App, actor: Staff, id: number): Promise<void> {
  const tag = getTagRow(app, id);
  await inSlices(app, {}, () => ({ done: !store.removeTagSlice(app.db, id, SLICE) }));
  await writeWhenFree(app.db, () => {
    store.deleteTag(app.db, id);
    record(app, actor, {
      action: "tag.delete",
      target: ["tag", id],
      metadata: { name: tag.name, contacts: tag.contactCount },
    });
    publishTags(app);
  });
}

export function assignTag(
  app: App,
  actor: Staff,
  id: number,
  selection: Selection,
): Promise<Counted> {
  return changeSelection(app, actor, id, selection, "put_on");
}

function unassignTag(app: App, actor: Staff, id: number, selection: Selection): Promise<Counted> {
  return changeSelection(app, actor, id, selection, "take_off");
}

/** @throws Problem 404 */
export function getTagRow(app: App, id: number): store.TagRow {
  return requireFound(store.findTag(app.db, id), "This tag no longer exists.");
}

interface Counted {
  readonly count: number;
}

type TagChange = "put_on" | "take_off";

async function changeSelection(
  app: App,
  actor: Staff,
  id: number,
  selection: Selection,
  change: TagChange,
): Promise<Counted> {
  if ("contactIds" in selection)
    return writeWhenFree(app.db, () => {
      const count = changeContacts(app, id, selection.contactIds, change);
      recordChange(app, actor, id, change, { contactIds: selection.contactIds, count });
      return { count };
    });

  const { matching, except } = selection;
  const excluded = new Set(except);
  const filter = toListFilter(app, actor, matching);
  // The count would reveal whether a hidden name or number matches.
  if (filter.isHidden) return { count: 0 };
  // Recorded before and after, because the server may stop in between.
  inTransaction(app.db, () =>
    recordChange(app, actor, id, change, { matching: toAuditFilter(matching) }),
  );
  let count = 0;
  for (const slice of contactSlices(app.db, filter, SLICE)) {
    const ids = slice.map((contact) => contact.id).filter((contactId) => !excluded.has(contactId));
    count += await writeWhenFree(app.db, () => changeContacts(app, id, ids, change));
    await Bun.sleep(0);
  }
  await writeWhenFree(app.db, () => recordChange(app, actor, id, change, { count }));
  return { count };
}

/** Checks each time that the tag still exists. @throws Problem 404 */
function changeContacts(
  app: App,
  id: number,
  contactIds: readonly number[],
  change: TagChange,
): number {
  getTagRow(app, id);
  const apply = change === "put_on" ? store.assignTag : store.unassignTag;
  const changed = apply(app.db, id, contactIds);
  recordRetagging(app.db, changed);
  return changed.length;
}

function recordChange(
  app: App,
  actor: Staff,
  id: number,
  change: TagChange,
  metadata: ChangeMetadata,
): void {
  const { contactIds } = metadata;
  const onlyContact = contactIds?.length === 1 ? contactIds[0] : undefined;
  record(
    app,
    actor,
    onlyContact === undefined
      ? { action: `tag.${change}`, target: ["tag", id], metadata: { ...metadata } }
      : {
          action: `contact.tag_${change}`,
          target: ["contact", onlyContact],
          metadata: { tag: id },
        },
  );
  publishTags(app);
}

/** Leaves out the search text: it may be a name, and an audit entry can't be erased. */
function toAuditFilter({ q, ...rest }: { q: string }): object {
  return { ...rest, searched: q !== "" };
}

interface ChangeMetadata {
  readonly contactIds?: readonly number[];
  readonly matching?: object;
  readonly count?: number;
}

/** @throws Problem 409 when there are too many */
function insertNewTag(app: App, actor: Staff, name: string): store.TagRow {
  // Filters and menus need the whole list, so it has no pages.
  if (store.listTags(app.db).length >= MAX_TAGS)
    throw new Problem(
      409,
      `You already have ${MAX_TAGS} tags, which is the limit. Delete one first.`,
    );
  const id = store.insertTag(app.db, name, app.now());
  record(app, actor, { action: "tag.create", target: ["tag", id], metadata: { name } });
  publishTags(app);
  return getTagRow(app, id);
}

function refuseDuplicate(app: App, name: string, ownId?: number): void {
  const existing = store.findTagNamed(app.db, name);
  if (!existing || existing.id === ownId) return;
  throw fieldProblem(409, "name", `There's already a tag named "${existing.name}".`);
}

function publishTags(app: App): void {
  app.events.changed("tags");
  app.events.changed("contacts");
}

function toTag({ id, name, contactCount, reachableCount }: store.TagRow): Tag {
  return { id, name, contactCount, reachableCount };
}
