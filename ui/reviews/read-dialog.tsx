import type { Review } from "#src/reviews/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { Stars } from "./stars.tsx";

/** The whole review. */
export function ReadDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={review.reviewerName}>
      <DialogBody className="grid gap-4">
        <p className="flex items-center gap-2 min-w-0 dim sm">
          <Stars rating={review.rating} />
          <RelativeTime iso={review.reviewTime} />
          {review.contact && (
            <span className="clip">· Client: {formatPhone(review.contact.name)}</span>
          )}
        </p>
        <p className="text-lead whitespace-pre-line wrap-anywhere" dir="auto">
          {review.reviewText}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}
