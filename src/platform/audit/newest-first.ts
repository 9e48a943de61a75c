/** One place of the log that was looked at; whether it is one of those looked for. */
export interface Step {
  readonly id: number;
  readonly hit: boolean;
}

/** Ids before one, newest first, so many at most. */
export type Slice = (before: number, limit: number) => number[];

const SMALLEST = 64;
const LARGEST = 1_024;

/** One after the other, in slices that grow: most readers want a page and no more. */
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

/** Several such walks as one, newest first, each id once. */
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
