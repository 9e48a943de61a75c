import type { Review } from "#src/reviews/contract.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { ReviewContact } from "./review-contact.tsx";
import { ReviewState } from "./review-state.tsx";
import { type ReviewActions, RowActions } from "./row-actions.tsx";
import { Stars } from "./stars.tsx";

interface ReviewRowProps {
  review: Review;
  actions: ReviewActions;
  busy: boolean;
}

export function ReviewRow({ review, actions, busy }: ReviewRowProps) {
  return (
    <tr aria-busy={busy}>
      <td className="min-w-36 py-2">
        <div className="flex items-center min-w-0 gap-2.5">
          <Avatar id={review.googleReviewId} name={review.reviewerName} size="s" />
          <span className="h3 wrap-break-word min-w-0">{review.reviewerName}</span>
        </div>
      </td>
      <td className="aside leading-none">
        <Stars rating={review.rating} />
      </td>
      <td className="whole min-w-48 py-2.5">
        {review.reviewText === "" ? (
          <span className="faint">Rating only, no text</span>
        ) : (
          <button
            type="button"
            className="clamp2 rounded-sm text-left hover:text-ink hover:underline"
            dir="auto"
            aria-haspopup="dialog"
            onClick={() => actions.read(review)}
          >
            {review.reviewText}
          </button>
        )}
      </td>
      <td className="py-2">
        <ReviewContact review={review} />
      </td>
      <td className="dim num aside whitespace-nowrap">
        <RelativeTime iso={review.reviewTime} />
      </td>
      <td className="py-2">
        <ReviewState review={review} />
      </td>
      <td className="aside">
        <RowActions review={review} actions={actions} busy={busy} />
      </td>
    </tr>
  );
}
