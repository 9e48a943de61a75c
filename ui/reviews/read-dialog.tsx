import type { Review } from "#src/reviews/contract.ts";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { type ReviewActions, ReviewButtons, ReviewContact, ReviewState } from "./review-parts.tsx";
import { Stars } from "./stars.tsx";

interface ReadDialogProps {
  review: Review;
  actions: ReviewActions;
  busy: boolean;
  onClose: () => void;
}

/** The whole review, and what can be done with it. */
export function ReadDialog({ review, actions, busy, onClose }: ReadDialogProps) {
  return (
    <Dialog onClose={onClose} title={review.reviewerName}>
      <DialogBody className="grid gap-4" tabIndex={0}>
        <p className="flex items-center gap-2 min-w-0 dim sm">
          <Stars rating={review.rating} />
          <RelativeTime iso={review.reviewTime} />
        </p>
        {review.reviewText === "" ? (
          <p className="faint">Rating only, no text</p>
        ) : (
          <p className="text-lead whitespace-pre-line wrap-anywhere" dir="auto">
            {review.reviewText}
          </p>
        )}
        {review.contactId !== null && <ReviewContact review={review} isLine />}
        <div className="empty:hidden">
          <ReviewState review={review} hasAuthor />
        </div>
      </DialogBody>
      <DialogFooter>
        <ReviewButtons review={review} actions={actions} busy={busy} large />
      </DialogFooter>
    </Dialog>
  );
}
