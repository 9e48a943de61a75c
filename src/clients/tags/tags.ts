import { contactSlices } from "#db/clients/contacts-list.ts";
import * as store from "#db/clients/tags.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Selection, Tag } from "./contract.ts";

/** Contacts at a time: about three milliseconds of the loop. */
const SLICE = 250;

export function listTags(app: App): Tag[] {
  return store.listTags(app.db).map(shown);
}

export function createTag(app: App, actor: Staff, name: string): Tag {
  return inTransaction(app.db, () => {
    refuseSecond(app, name);
    return shown(addTag(app, actor, name));
  });
}

/** An import names a tag: the one that there is, or a new one. */
export function tagNamed(app: App, actor: Staff, name: string): { id: number } {
  return store.findTagNamed(app.db, name) ?? addTag(app, actor, name);
}

export function renameTag(app: App, actor: Staff, id: number, name: string): Tag {
  return inTransaction(app.db, () => {
    const former = foundTag(app, id);
    refuseSecond(app, name, id);
    store.renameTag(app.db, id, name);
    record(app, actor, {
      action: "tag.rename",
      target: ["tag", id],
      metadata: { from: former.name, to: name },
    });
    changed(app);
    return shown(foundTag(app, id));
  });
}

/** Off everybody first, in slices: a million clients may carry it. */
export async function deleteTag(app: App, actor: Staff, id: number): Promise<void> {
  const tag = foundTag(app, id);
  while (await whenFree(() => inTransaction(app.db, () => store.emptyTag(app.db, id, SLICE))))
    await Bun.sleep(0);
  await whenFree(() =>
    inTransaction(app.db, () => {
      store.deleteTag(app.db, id);
      record(app, actor, {
        action: "tag.delete",
        target: ["tag", id],
        metadata: { name: tag.name, contacts: tag.contactCount },
      });
      changed(app);
    }),
  );
}

export function putOn(app: App, actor: Staff, id: number, whom: Selection): Promise<Counted> {
  return changeAll(app, actor, id, whom, "put_on");
}

export function takeOff(app: App, actor: Staff, id: number, whom: Selection): Promise<Counted> {
  return changeAll(app, actor, id, whom, "take_off");
}

/** @throws Problem 404 */
export function foundTag(app: App, id: number): store.TagRow {
  const tag = store.findTag(app.db, id);
  if (!tag) throw new Problem(404, "This tag does not exist any more.");
  return tag;
}

interface Counted {
  readonly count: number;
}

type Act = "put_on" | "take_off";

async function changeAll(
  app: App,
  actor: Staff,
  id: number,
  whom: Selection,
  act: Act,
): Promise<Counted> {
  if ("contactIds" in whom)
    return whenFree(() =>
      inTransaction(app.db, () => {
        const count = change(app, id, whom.contactIds, act);
        tell(app, actor, id, act, { contactIds: whom.contactIds, count });
        return { count };
      }),
    );

  const { matching, except } = whom;
  const left = new Set(except);
  const wanted = {
    search: matching.q,
    state: matching.state,
    tag: matching.tag === undefined ? undefined : foundTag(app, matching.tag),
  };
  // Before and after: halfway through, the machine may stop.
  inTransaction(app.db, () => tell(app, actor, id, act, { matching: told(matching) }));
  let count = 0;
  for (const slice of contactSlices(app.db, wanted, SLICE)) {
    const ids = slice.map((contact) => contact.id).filter((one) => !left.has(one));
    count += await whenFree(() => inTransaction(app.db, () => change(app, id, ids, act)));
    await Bun.sleep(0);
  }
  inTransaction(app.db, () => tell(app, actor, id, act, { count }));
  return { count };
}

/** Somebody may have deleted the tag since the last slice. */
function change(app: App, id: number, contactIds: readonly number[], act: Act): number {
  foundTag(app, id);
  const whom = act === "put_on" ? store.putOn : store.takeOff;
  return whom(app.db, id, contactIds).length;
}

function tell(app: App, actor: Staff, id: number, act: Act, metadata: Told): void {
  const { contactIds } = metadata;
  const only = contactIds?.length === 1 ? contactIds[0] : undefined;
  record(
    app,
    actor,
    only === undefined
      ? { action: `tag.${act}`, target: ["tag", id], metadata: { ...metadata } }
      : { action: `contact.tag_${act}`, target: ["contact", only], metadata: { tag: id } },
  );
  changed(app);
}

/** Not what was searched for: it may be a name, and the log cannot forget one. */
function told({ q, ...others }: { q: string }): object {
  return { ...others, searched: q !== "" };
}

interface Told {
  readonly contactIds?: readonly number[];
  readonly matching?: object;
  readonly count?: number;
}

function addTag(app: App, actor: Staff, name: string): store.TagRow {
  const id = store.insertTag(app.db, name, app.now());
  record(app, actor, { action: "tag.create", target: ["tag", id], metadata: { name } });
  changed(app);
  return foundTag(app, id);
}

function refuseSecond(app: App, name: string, but?: number): void {
  const there = store.findTagNamed(app.db, name);
  if (!there || there.id === but) return;
  const words = `There is a tag "${there.name}" already.`;
  throw new Problem(409, words, { errors: { name: words } });
}

function changed(app: App): void {
  app.events.changed("tags");
  app.events.changed("contacts");
}

function shown({ id, name, contactCount, reachableCount }: store.TagRow): Tag {
  return { id, name, contactCount, reachableCount };
}
