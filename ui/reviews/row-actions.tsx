import Ellipsis from "lucide-react/icons/ellipsis";
import UserRoundSearch from "lucide-react/icons/user-round-search";
import UserRoundX from "lucide-react/icons/user-round-x";
import type { Review } from "#src/reviews/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";

export interface ReviewActions {
  readonly read: (review: Review) => void;
  /** Undefined for users who may not see names. */
  readonly match: ((review: Review) => void) | undefined;
  readonly unmatch: (review: Review) => void;
  readonly check: (review: Review) => void;
}

interface RowActionsProps {
  review: Review;
  actions: ReviewActions;
  busy: boolean;
}

/** A match can change only while no discount is recorded. */
export function RowActions({ review, actions, busy }: RowActionsProps) {
  const { match } = actions;
  const by = review.reviewerName;
  if (review.contactId === null)
    return (
      match && (
        <Button size="tiny" aria-label={`Match ${by}`} onClick={() => match(review)}>
          Match
        </Button>
      )
    );
  return (
    <div className="flex items-center gap-1">
      <Button
        size="tiny"
        variant={review.checkedOff ? "quiet" : "secondary"}
        aria-label={`${review.checkedOff ? "Uncheck" : "Check off"} ${by}`}
        busy={busy && "Saving..."}
        onClick={() => actions.check(review)}
      >
        {review.checkedOff ? "Uncheck" : "Check off"}
      </Button>
      {match && !review.checkedOff && (
        <Menu trigger={<IconButton icon={Ellipsis} size="tiny" label={`Actions for ${by}`} />}>
          <MenuItem icon={UserRoundSearch} onSelect={() => match(review)}>
            Match to another contact
          </MenuItem>
          <MenuItem icon={UserRoundX} onSelect={() => actions.unmatch(review)}>
            Not this contact
          </MenuItem>
        </Menu>
      )}
    </div>
  );
}
