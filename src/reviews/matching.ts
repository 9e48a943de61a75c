import { listMatchableReviews, setMatch } from "#db/reviews/reviews.ts";
import type { App } from "#src/app.ts";
import { findOnlyContactByName } from "#src/clients/name-matching/name-matching.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";

interface MatchOptions {
  /** Also checks matched reviews, because their contact's name may have become ambiguous. */
  readonly includeMatched: boolean;
  /** Called in the transaction of the changes. */
  readonly onChanges: (changes: { readonly matched: number; readonly undone: number }) => void;
}

/** Rows per slice, each of which needs a search. */
const SLICE_SIZE = 100;

/**
 * Matches each review to the only contact with its reviewer's name, or to none if the name is ambiguous.
 * Skips reviews that a person has matched or that have a discount.
 */
export async function matchByName(app: App, { includeMatched, onChanges }: MatchOptions) {
  return inSlices(app, { after: 0, matched: 0, undone: 0 }, (before, hasTime) => {
    const rows = listMatchableReviews(app.db, before.after, SLICE_SIZE, includeMatched);
    let { after, matched, undone } = before;
    let processed = 0;
    while (processed < rows.length && (processed === 0 || hasTime())) {
      const row = rows[processed];
      if (!row) break;
      const contactId = findOnlyContactByName(app, row.reviewerName)?.id ?? null;
      if (contactId !== row.contactId) {
        setMatch(app.db, row.id, contactId, app.now());
        if (contactId === null) undone += 1;
        else matched += 1;
      }
      after = row.id;
      processed += 1;
    }
    const changes = { matched: matched - before.matched, undone: undone - before.undone };
    if (changes.matched + changes.undone > 0) onChanges(changes);
    return { after, matched, undone, done: processed === rows.length && rows.length < SLICE_SIZE };
  });
}
