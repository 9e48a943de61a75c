import { matchableReviews, setMatch } from "#db/reviews/reviews.ts";
import type { App } from "#src/app.ts";
import { soleContactCalled } from "#src/clients/name-matching/name-matching.ts";
import { inSlices } from "./in-slices.ts";

interface Wanted {
  /** Also looks at those that it has matched before: their contacts may have namesakes now. */
  readonly again: boolean;
  /** In the transaction of what it tells. */
  readonly tell: (changes: { readonly matched: number; readonly undone: number }) => void;
}

/** Rows at a time: a search each. */
const SLICE = 100;

/**
 * Gives each review the one contact who is called so, and none where several are. Leaves alone what a
 * person has decided, and what a discount was given for.
 */
export async function matchByName(app: App, { again, tell }: Wanted) {
  return inSlices(app, { after: 0, matched: 0, undone: 0 }, (before, hasTime) => {
    const rows = matchableReviews(app.db, before.after, SLICE, again);
    let { after, matched, undone } = before;
    let seen = 0;
    while (seen < rows.length && (seen === 0 || hasTime())) {
      const row = rows[seen];
      if (!row) break;
      const contactId = soleContactCalled(app, row.reviewerName)?.id ?? null;
      if (contactId !== row.contactId) {
        setMatch(app.db, row.id, contactId, app.now());
        if (contactId === null) undone += 1;
        else matched += 1;
      }
      after = row.id;
      seen += 1;
    }
    const changes = { matched: matched - before.matched, undone: undone - before.undone };
    if (changes.matched + changes.undone > 0) tell(changes);
    return { after, matched, undone, done: seen === rows.length && rows.length < SLICE };
  });
}
