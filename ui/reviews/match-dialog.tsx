import { useState } from "react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { type Review, reviews } from "#src/reviews/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { PickContact } from "#ui/clients/parts/pick-contact.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { Stars } from "./stars.tsx";

/** Matches a review by hand, which overrides the automatic match. */
export function MatchDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const [chosen, setChosen] = useState<Contact>();
  const matching = useAct(reviews.match, {
    done: ({ contact }) => ({
      title: "Review matched",
      description: formatPhone(contact?.name ?? ""),
    }),
    onDone: onClose,
    errors: "inline",
  });

  return (
    <Dialog
      onClose={() => matching.isPending || onClose()}
      title={`Match ${review.reviewerName} to a Contact`}
      description="We won't re-match this review automatically."
    >
      <DialogBody className="grid content-start gap-4">
        <div className="rounded-md bg-sunken px-3 py-2.5">
          <Stars rating={review.rating} />
          <p className="sm dim clamp2 mt-1" dir="auto">
            {review.reviewText || "Rating only, no text"}
          </p>
        </div>
        <PickContact
          allowsOptedOut
          search={searchFor(review.reviewerName)}
          chosen={chosen}
          onChoose={setChosen}
        />
        {matching.errorMessage && <ErrorNote role="alert">{matching.errorMessage}</ErrorNote>}
      </DialogBody>
      <DialogFooter>
        <Button disabled={matching.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          disabled={!chosen}
          busy={matching.isPending && "Matching..."}
          onClick={() =>
            chosen && matching.run({ params: { id: review.id }, body: { contactId: chosen.id } })
          }
        >
          Match
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** "Jane D." searches for Jane; a pseudonym searches for nothing. */
function searchFor(reviewerName: string): string {
  const [first = "", second] = reviewerName.trim().split(/\s+/);
  return second === undefined || reviewerName === "A Google user" ? "" : first;
}
