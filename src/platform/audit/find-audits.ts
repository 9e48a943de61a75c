import * as store from "#db/platform/audit.ts";
import { auditsMatching, foldSearchText } from "#db/platform/audit-search.ts";
import { allUsers } from "#db/platform/users.ts";
import type { App } from "#src/app.ts";
import type { AuditFilter } from "./contract.ts";

/** Up to this many rows are examined one by one; beyond that the search index is used. */
const SMALL_LOG = 5_000;

interface AuditSearch {
  /** Yields rows newest first, with ids below `before`. */
  readonly steps: (before: number) => Generator<Step>;
  /** Undefined when the rows have to be examined to count them. */
  readonly total: number | undefined;
}

/** One examined row of the log, and whether it matches. */
interface Step {
  readonly id: number;
  readonly hit: boolean;
}

/** Returns at most `limit` ids below `before`, newest first. */
type Slice = (before: number, limit: number) => number[];

const SMALLEST = 64;
const LARGEST = 1_024;

/** Finds a filter's rows without a full scan: stored counts tell which index ranges contain them. */
export function findAudits(
  app: App,
  { action, actorType, actor, search }: AuditFilter,
  seesMetadata: boolean,
): AuditSearch {
  const { db } = app;
  const matchesFilter = (count: Pick<store.AuditCount, "action" | "actorType" | "actorId">) =>
    (action === undefined || count.action === action) &&
    (actorType === undefined || count.actorType === actorType) &&
    (actor === undefined || count.actorId === actor);
  const counts = store.listAuditCounts(db).filter(matchesFilter);
  const all = { steps: walkCounts(app, counts, actor !== undefined), total: totalOf(counts) };
  const isAll = action === undefined && actorType === undefined && actor === undefined;
  if (search === "")
    return isAll
      ? {
          ...all,
          steps: (before) => walk((from, most) => store.newestAudits(db, from, most), before),
        }
      : all;

  const text = search.toLowerCase();
  const named = new Set(
    allUsers(db)
      .filter(({ username }) => username.toLowerCase().includes(text))
      .map(({ id }) => id),
  );
  const byAction = counts.filter((count) => count.action.toLowerCase().includes(text));
  const byActor = counts.filter(({ actorId }) => actorId !== null && named.has(actorId));
  const known = new Set([...byAction, ...byActor]);
  const folded = foldSearchText(search);
  const inMetadata = seesMetadata && Array.from(folded).length >= 3;
  if (known.size === counts.length || !inMetadata) {
    const steps = (before: number) =>
      mergeWalks([
        ...walksOf(app, byAction, actor !== undefined, before),
        ...walksOf(app, byActor, true, before),
      ]);
    return { steps, total: totalOf([...known]) };
  }

  const isHit = (row: store.ListedAudit) =>
    matchesFilter(row) && foldSearchText(row.metadata).includes(folded);
  const test = (ids: readonly number[]) =>
    new Set(store.readAudits(db, ids).flatMap((row) => (isHit(row) ? [row.id] : [])));
  const withWords: Slice = (from, most) => auditsMatching(db, search, from, most);
  const steps = (before: number) =>
    mergeWalks([
      ...walksOf(app, byAction, actor !== undefined, before),
      ...walksOf(app, byActor, true, before),
      ...(totalOf(counts) <= SMALL_LOG && !isAll
        ? walksOf(app, counts, actor !== undefined, before, test)
        : [walk(withWords, before, test)]),
    ]);
  return { steps, total: undefined };
}

function walkCounts(app: App, counts: readonly store.AuditCount[], byPerson: boolean) {
  return (before: number) => mergeWalks(walksOf(app, counts, byPerson, before));
}

/** Returns one walk per action: over one user's rows, or over all rows of that kind of actor. */
function walksOf(
  app: App,
  counts: readonly store.AuditCount[],
  byPerson: boolean,
  before: number,
  test?: (ids: readonly number[]) => ReadonlySet<number>,
): Generator<Step>[] {
  const slices = new Map<string, Slice>();
  for (const { actorId, actorType, action } of counts) {
    if (byPerson && actorId !== null)
      slices.set(`${actorId} ${action}`, (from, most) =>
        store.auditsOfActor(app.db, { actorId, action }, from, most),
      );
    else
      slices.set(`${actorType} ${action}`, (from, most) =>
        store.auditsOfAction(app.db, { action, actorType }, from, most),
      );
  }
  return [...slices.values()].map((slice) => walk(slice, before, test));
}

function totalOf(counts: Iterable<store.AuditCount>): number {
  let total = 0;
  for (const { count } of counts) total += count;
  return total;
}

/** Walks the ids in growing slices, because most readers need only one page. */
function* walk(
  slice: Slice,
  before: number,
  test?: (ids: readonly number[]) => ReadonlySet<number>,
): Generator<Step> {
  let from = before;
  for (let limit = SMALLEST; ; limit = Math.min(LARGEST, limit * 2)) {
    const ids = slice(from, limit);
    const hits = test?.(ids);
    for (const id of ids) yield { id, hit: hits?.has(id) ?? true };
    const last = ids.at(-1);
    if (last === undefined || ids.length < limit) return;
    from = last;
  }
}

/** Merges walks into one, newest first, with each id once. */
function* mergeWalks(walks: readonly Generator<Step>[]): Generator<Step> {
  const heads = walks.flatMap((walk) => {
    const { value, done } = walk.next();
    return done ? [] : [{ walk, step: value }];
  });
  while (heads.length > 0) {
    const id = Math.max(...heads.map(({ step }) => step.id));
    let hit = false;
    for (const head of heads.filter(({ step }) => step.id === id)) {
      hit ||= head.step.hit;
      const { value, done } = head.walk.next();
      if (done) heads.splice(heads.indexOf(head), 1);
      else head.step = value;
    }
    yield { id, hit };
  }
}
