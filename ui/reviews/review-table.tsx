import type { Review } from "#src/reviews/contract.ts";
import { ListTable } from "#ui/kit/table.tsx";
import { useFirstRows } from "#ui/shell/data/first-rows.ts";
import { ReviewRow } from "./review-row.tsx";
import type { ReviewActions } from "./row-actions.tsx";

interface ReviewTableProps {
  /** Undefined while they load. */
  reviews: readonly Review[] | undefined;
  actions: ReviewActions;
  /** Ids of reviews that are being changed. */
  busy: readonly (number | string)[];
}

const COLUMNS = [
  { head: "Reviewer", of: "person" },
  { head: "Rating", of: "text" },
  { head: "Review", headClass: "w-full", of: "text", className: "whole" },
  { head: "Contact", of: "text" },
  { head: "Date", of: "text" },
  { head: "Status", of: "badge" },
  { head: "Actions", of: "nothing" },
] as const;

export function ReviewTable({ actions, busy, reviews }: ReviewTableProps) {
  return (
    <ListTable label="All reviews" columns={COLUMNS} rows={useFirstRows(reviews)}>
      {(review) => (
        <ReviewRow
          key={review.id}
          review={review}
          actions={actions}
          busy={busy.includes(review.id)}
        />
      )}
    </ListTable>
  );
}
