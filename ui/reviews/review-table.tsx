import Check from "lucide-react/icons/check";
import ChevronRight from "lucide-react/icons/chevron-right";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import Ellipsis from "lucide-react/icons/ellipsis";
import UserRoundSearch from "lucide-react/icons/user-round-search";
import UserRoundX from "lucide-react/icons/user-round-x";
import { Link } from "wouter";
import type { Review } from "#src/reviews/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { LookBadge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { ListTable } from "#ui/kit/table.tsx";
import { useFirstRows } from "#ui/shell/data/first-rows.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { Stars } from "./stars.tsx";

interface ReviewTableProps {
  /** Undefined while they load. */
  reviews: readonly Review[] | undefined;
  actions: ReviewActions;
  /** Ids of reviews that are being changed. */
  busy: readonly (number | string)[];
}

const COLUMNS = [
  { head: "Reviewer", of: "person" },
  { head: "Rating", headClass: "fold", of: "text", className: "fold" },
  { head: "Review", headClass: "w-full", of: "text", className: "whole" },
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
    <tr className="brief" aria-busy={busy}>
      <td className="min-w-44 py-2 @max-[519px]/page:col-span-3">
        <div className="flex items-center min-w-0 gap-2.5 @max-[519px]/page:pr-3">
          <Avatar id={review.googleReviewId} name={review.reviewerName} size="s" />
          <div className="min-w-0 flex-1">
            <div className="flex items-center gap-2">
              <span className="h3 wrap-break-word flex-1 min-w-0">{review.reviewerName}</span>
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
                <span className="brief-only sm dim clip flex-1" dir="auto">
                  {review.reviewText}
                </span>
                <span className="brief-only flex-none">
                  <ReviewState review={review} />
                </span>
              </div>
            </div>
          </div>
        </div>
        <button type="button" className="brief-only opens" onClick={() => actions.read(review)}>
          <span className="sr">Open the review by {review.reviewerName}</span>
        </button>
      </td>
      <td className="fold leading-none">
        <Stars rating={review.rating} />
      </td>
      <td className="no-brief min-w-40 py-2">
        {review.reviewText === "" ? (
          <span className="faint">Rating only, no text</span>
        ) : (
          <button
            type="button"
            className="flex w-full items-center justify-between gap-2 rounded-sm text-left hover:text-ink hover:underline"
            aria-haspopup="dialog"
            onClick={() => actions.read(review)}
          >
            <span className="clamp2" dir="auto">
              {review.reviewText}
            </span>
            <Icon of={ChevronRight} className="faint" />
          </button>
        )}
        {review.contactId !== null && (
          <div className="folded mt-0.5">
            <ReviewContact review={review} isLine />
          </div>
        )}
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
      <td className="no-brief py-2">
        <div className="folded mb-1 empty:hidden">
          <ReviewState review={review} />
        </div>
        <ReviewButtons review={review} actions={actions} busy={busy} />
      </td>
    </tr>
  );
}

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
    <p className={classes(isLine ? "xs dim clip max-w-80" : "max-w-40")}>
      {isLine && "Client: "}
      <span className={classes(!isLine && "clip block")}>
        {user && mayOpen(user, "/contacts") ? (
          <Link className="underline-offset-2 hover:underline" href={`/contacts/${contact.id}`}>
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      <span className={classes("xs faint num whitespace-nowrap", isLine ? "ml-1.5" : "block")}>
        {formatPhone(contact.phoneNumber)}
      </span>
      {manuallyMatched && (
        <span className={classes("xs faint", isLine ? "ml-1.5" : "block")}>Matched manually</span>
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
        <span className="xs faint mt-1 block">
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
        variant={large ? "secondary" : "quiet"}
        className={large ? "phone:flex-1" : "-ml-2.5"}
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
