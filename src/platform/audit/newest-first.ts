/** One examined row of the log, and whether it matches. */
export interface Step {
  readonly id: number;
  readonly hit: boolean;
}

/** Returns at most `limit` ids below `before`, newest first. */
export type Slice = (before: number, limit: number) => number[];

const SMALLEST = 64;
const LARGEST = 1_024;

/** Walks the ids in growing slices, because most readers need only one page. */
export function* walk(
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
export function* mergeWalks(walks: readonly Generator<Step>[]): Generator<Step> {
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
