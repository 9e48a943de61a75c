import { assignTag, findTagNamed } from "#db/clients/tags.ts";
import type { App, Staff } from "#src/app.ts";
import { findOrCreateTag, getTagRow } from "#src/clients/tags/tags.ts";
import type { Import, ImportResult } from "./import-contract.ts";

interface TaggedRow {
  readonly row: { readonly tags?: readonly string[] | undefined };
}

/** The tags that these rows would create. */
export function findNewTags(
  app: App,
  { tag }: Pick<Import, "tag">,
  newRows: readonly TaggedRow[],
): Pick<ImportResult, "newTags"> {
  const names = new Set([
    ...(tag && newRows.length > 0 ? [tag] : []),
    ...newRows.flatMap(({ row }) => row.tags ?? []),
  ]);
  const newTags = [...names].filter((name) => findTagNamed(app.db, name) === undefined);
  return newTags.length > 0 ? { newTags } : {};
}

/** Adds the tag, if the import has one, and returns its id. */
export function tagContacts(
  app: App,
  actor: Staff,
  { tagId, tag: name }: Pick<Import, "tagId" | "tag">,
  contactIds: readonly number[],
): number | undefined {
  if (tagId === undefined && !name) return undefined;
  const { id } =
    tagId === undefined ? findOrCreateTag(app, actor, name ?? "") : getTagRow(app, tagId);
  assignTag(app.db, id, contactIds);
  app.events.changed("tags");
  return id;
}

/** Adds the tags that the file names for each row, and creates those that are new. */
export function tagRows(
  app: App,
  actor: Staff,
  newRows: readonly TaggedRow[],
  ids: readonly number[],
): void {
  const contactsByTag = new Map<string, number[]>();
  newRows.forEach(({ row }, index) => {
    const id = ids[index];
    for (const tag of row.tags ?? [])
      if (id !== undefined) contactsByTag.getOrInsertComputed(tag, () => []).push(id);
  });
  for (const [name, contactIds] of contactsByTag)
    tagContacts(app, actor, { tag: name }, contactIds);
}
