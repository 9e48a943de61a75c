import type { Review } from "#src/reviews/contract.ts";
import { Card } from "#ui/kit/card.tsx";
import { SkeletonRows, Table } from "#ui/kit/table.tsx";
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
  { of: "person" },
  { of: "text" },
  { of: "text", className: "whole" },
  { of: "text" },
  { of: "text" },
  { of: "badge" },
  { of: "nothing" },
] as const;

/** A table, or cards where it does not fit. */
export function ReviewTable({ actions, busy, ...props }: ReviewTableProps) {
  const reviews = useFirstRows(props.reviews);
  return (
    <Card className="overflow-hidden">
      <Table label="All reviews" className="cards" busy={!reviews}>
        <thead>
          <tr>
            <th scope="col">Reviewer</th>
            <th scope="col">Rating</th>
            <th scope="col" className="w-full">
              Review
            </th>
            <th scope="col">Contact</th>
            <th scope="col">Date</th>
            <th scope="col">Status</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {reviews ? (
            reviews.map((review) => (
              <ReviewRow
                key={review.id}
                review={review}
                actions={actions}
                busy={busy.includes(review.id)}
              />
            ))
          ) : (
            <SkeletonRows columns={COLUMNS} />
          )}
        </tbody>
      </Table>
    </Card>
  );
}
