import Check from "lucide-react/icons/check";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import Ellipsis from "lucide-react/icons/ellipsis";
import UserRoundSearch from "lucide-react/icons/user-round-search";
import UserRoundX from "lucide-react/icons/user-round-x";
import { Link } from "wouter";
import type { Review } from "#src/reviews/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { LookBadge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";

interface ReviewContactProps {
  review: Review;
  /** Below the review, where the table has no column for it. */
  isLine?: boolean;
}

/** The matched contact, and whether the match was made by hand. */
export function ReviewContact({ review, isLine }: ReviewContactProps) {
  const { user } = useCurrentUser();
  const { contact, manuallyMatched } = review;
  if (!contact) return <span className="faint">No contact</span>;
  const name = formatPhone(contact.name);
  return (
    <p
      className={classes(
        isLine ? "xs dim flex h-4 flex-wrap gap-x-1.5 overflow-hidden" : "max-w-40",
      )}
    >
      <span className={isLine ? "wrap-anywhere" : "clip block"}>
        {isLine && "Client: "}
        {user && mayOpen(user, "/contacts") ? (
          <Link
            className="relative z-1 underline-offset-2 hover:underline"
            href={`/contacts/${contact.id}`}
          >
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      <span className={classes("xs faint num whitespace-nowrap", !isLine && "block")}>
        {formatPhone(contact.phoneNumber)}
      </span>
      {manuallyMatched && (
        <span className={classes("xs faint", !isLine && "block")}>Matched manually</span>
      )}
    </p>
  );
}

/** The discount's state, and who recorded it. */
export function ReviewState({ review, hasAuthor }: { review: Review; hasAuthor?: boolean }) {
  if (review.contactId === null)
    return <LookBadge look={["off", CircleQuestionMark, "Not matched"]} />;
  if (!review.checkedOff) return null;
  return (
    <>
      <LookBadge look={["good", Check, "Discount applied"]} />
      {hasAuthor && review.checkedOffAt && (
        <span className="xs faint">
          By {review.checkedOffByUsername ?? "a former user"},{" "}
          <RelativeTime iso={review.checkedOffAt} inline />
        </span>
      )}
    </>
  );
}

export interface ReviewActions {
  readonly read: (review: Review) => void;
  /** Undefined for users who may not see names. */
  readonly match: ((review: Review) => void) | undefined;
  readonly unmatch: (review: Review) => void;
  readonly check: (review: Review) => void;
}

interface ReviewButtonsProps {
  review: Review;
  actions: ReviewActions;
  busy: boolean;
  /** In the dialog, where a phone has the only ones. */
  large?: boolean;
}

/** A match can change only while no discount is recorded. */
export function ReviewButtons({ review, actions, busy, large }: ReviewButtonsProps) {
  const { match } = actions;
  const by = review.reviewerName;
  const mark = review.checkedOff ? "Mark Discount Pending" : "Mark Discount Applied";
  const size = large ? undefined : "tiny";
  if (review.contactId === null)
    return (
      match && (
        <Button
          size={size}
          className={large ? "phone:flex-1" : ""}
          aria-label={`Match ${by}`}
          onClick={() => match(review)}
        >
          Match
        </Button>
      )
    );
  return (
    <div className={classes("flex items-center gap-1", large && "gap-2 phone:flex-1")}>
      <Button
        size={size}
        className={large ? "phone:flex-1" : ""}
        aria-label={`${mark}: ${by}`}
        busy={busy && "Saving..."}
        onClick={() => actions.check(review)}
      >
        {mark}
      </Button>
      {match && !review.checkedOff && (
        <Menu
          trigger={
            <IconButton
              icon={Ellipsis}
              size={size}
              label={`More actions for ${by}`}
              className={large ? "" : "-mr-1.5 ml-auto"}
            />
          }
        >
          <MenuItem icon={UserRoundSearch} onSelect={() => match(review)}>
            Match to Another Contact
          </MenuItem>
          <MenuItem icon={UserRoundX} onSelect={() => actions.unmatch(review)}>
            Not This Contact
          </MenuItem>
        </Menu>
      )}
    </div>
  );
}
