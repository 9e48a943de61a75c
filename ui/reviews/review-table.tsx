import ChevronRight from "lucide-react/icons/chevron-right";
import type { Review } from "#src/reviews/contract.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { ListTable } from "#ui/kit/table.tsx";
import { useFirstRows } from "#ui/shell/data/first-rows.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { type ReviewActions, ReviewButtons, ReviewContact, ReviewState } from "./review-parts.tsx";
import { Stars } from "./stars.tsx";

const FOCUS_OF_ROW =
  "focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus";
/** The button covers its row, below the links and buttons in it. */
const OPENS_ROW = `after:absolute after:inset-0 ${FOCUS_OF_ROW}`;

interface ReviewTableProps {
  /** Undefined while they load. */
  reviews: readonly Review[] | undefined;
  actions: ReviewActions;
  /** Ids of reviews that are being changed. */
  busy: readonly (number | string)[];
}

const COLUMNS = [
  { head: "Reviewer", headClass: "@max-[700px]/page:w-full", of: "person" },
  { head: "Rating", headClass: "fold", of: "text", className: "fold" },
  {
    head: "Review",
    headClass: "w-full @max-[700px]/page:hidden",
    of: "text",
    className: "whole @max-[700px]/page:hidden",
  },
  { head: "Contact", headClass: "fold", of: "text", className: "fold" },
  { head: "Date", headClass: "fold", of: "text", className: "fold" },
  { head: "Status", headClass: "fold", of: "badge", className: "fold" },
  { head: "Actions", of: "nothing" },
] as const;

export function ReviewTable({ actions, busy, reviews }: ReviewTableProps) {
  return (
    <ListTable wide label="All reviews" columns={COLUMNS} rows={useFirstRows(reviews)}>
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

interface ReviewRowProps {
  review: Review;
  actions: ReviewActions;
  busy: boolean;
}

function ReviewRow({ review, actions, busy }: ReviewRowProps) {
  return (
    <tr className="brief relative" aria-busy={busy}>
      <td className="min-w-44 py-2 @max-[519px]/page:col-span-3">
        <div className="flex items-center min-w-0 gap-2.5 @max-[700px]/page:items-start">
          <Avatar id={review.googleReviewId} name={review.reviewerName} size="s" />
          <div className="min-w-0 flex-1">
            <div className="flex items-center gap-2">
              <span className="h3 wrap-break-word flex-1 min-w-0">
                {review.reviewerName}
                <button
                  type="button"
                  className={`hidden @max-[700px]/page:inline ${OPENS_ROW}`}
                  aria-haspopup="dialog"
                  onClick={() => actions.read(review)}
                >
                  <span className="sr">Open the review by {review.reviewerName}</span>
                </button>
              </span>
              <span className="brief-only xs faint num flex-none">
                <RelativeTime iso={review.reviewTime} compact />
              </span>
            </div>
            <div className="folded">
              <div className="flex items-center gap-2">
                <Stars rating={review.rating} />
                <span className="no-brief xs dim num whitespace-nowrap">
                  <RelativeTime iso={review.reviewTime} />
                </span>
                <span className="brief-only ml-auto flex-none">
                  <ReviewState review={review} />
                </span>
              </div>
              <div className="hidden @max-[700px]/page:block">
                <p className="sm dim clamp2 mt-0.5" dir="auto">
                  {review.reviewText}
                </p>
                <div className="no-brief">
                  <ReviewNotes review={review} />
                </div>
              </div>
            </div>
          </div>
          <span className="no-brief self-center">
            <Icon of={ChevronRight} className="faint hidden @max-[700px]/page:block" />
          </span>
        </div>
      </td>
      <td className="fold leading-none">
        <Stars rating={review.rating} />
      </td>
      <td className="no-brief min-w-40 max-w-0 py-2 @max-[700px]/page:hidden">
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <button
              type="button"
              className={`block text-left ${OPENS_ROW}`}
              aria-haspopup="dialog"
              onClick={() => actions.read(review)}
            >
              {review.reviewText === "" ? (
                <span className="faint">Rating only, no text</span>
              ) : (
                <span className="clamp2" dir="auto">
                  {review.reviewText}
                </span>
              )}
            </button>
            <div className="folded">
              <ReviewNotes review={review} />
            </div>
          </div>
          <Icon of={ChevronRight} className="faint" />
        </div>
      </td>
      <td className="fold py-2">
        <ReviewContact review={review} />
      </td>
      <td className="fold dim num whitespace-nowrap">
        <RelativeTime iso={review.reviewTime} />
      </td>
      <td className="fold py-2">
        <ReviewState review={review} hasAuthor />
      </td>
      <td className="no-brief relative z-1 py-2">
        <ReviewButtons review={review} actions={actions} busy={busy} />
      </td>
    </tr>
  );
}

/** Shown below the review where the table has no columns for it. */
function ReviewNotes({ review }: { review: Review }) {
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
      {review.contactId !== null && <ReviewContact review={review} isLine />}
      <ReviewState review={review} hasAuthor />
    </div>
  );
}
