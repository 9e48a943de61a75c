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
    <tr aria-busy={busy}>
      <td className="min-w-44 py-2 phone:py-0">
        <div className="flex items-center min-w-0 gap-2.5">
          <Avatar id={review.googleReviewId} name={review.reviewerName} size="s" />
          <div className="min-w-0">
            <span className="h3 wrap-break-word">{review.reviewerName}</span>
            <div className="folded leading-none">
              <Stars rating={review.rating} />
              <span className="xs dim num mt-1.5 block">
                <RelativeTime iso={review.reviewTime} />
              </span>
            </div>
          </div>
        </div>
      </td>
      <td className="fold leading-none">
        <Stars rating={review.rating} />
      </td>
      <td className="whole min-w-40 py-2.5 phone:py-0">
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
        <div className="folded mt-2">
          {review.contactId !== null && <ReviewContact review={review} label="Client: " />}
          <div className="mt-2 empty:hidden">
            <ReviewState review={review} />
          </div>
        </div>
      </td>
      <td className="fold py-2">
        <ReviewContact review={review} />
      </td>
      <td className="fold dim num whitespace-nowrap">
        <RelativeTime iso={review.reviewTime} />
      </td>
      <td className="fold py-2">
        <ReviewState review={review} />
      </td>
      <td className="aside whole">
        <RowActions review={review} actions={actions} busy={busy} />
      </td>
    </tr>
  );
}

interface ReviewContactProps {
  review: Review;
  /** On a phone, where the table has no column headings. */
  label?: string;
}

/** The matched contact, and whether the match was made by hand. */
function ReviewContact({ review, label }: ReviewContactProps) {
  const { user } = useCurrentUser();
  const { contact, manuallyMatched } = review;
  if (!contact) return <span className="faint">No contact</span>;
  const name = formatPhone(contact.name);
  return (
    <div className={classes(!label && "max-w-40")}>
      <p className="clip">
        {label && <span className="dim">{label}</span>}
        {user && mayOpen(user, "/contacts") ? (
          <Link className="underline-offset-2 hover:underline" href={`/contacts/${contact.id}`}>
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
      <span className="xs faint num block whitespace-nowrap">
        {formatPhone(contact.phoneNumber)}
        {manuallyMatched && <span className="block">Matched manually</span>}
      </span>
    </div>
  );
}

/** The discount's state, and who recorded it. */
function ReviewState({ review }: { review: Review }) {
  if (review.contactId === null)
    return <LookBadge look={["off", CircleQuestionMark, "Not matched"]} />;
  if (!review.checkedOff) return null;
  return (
    <>
      <LookBadge look={["good", Check, "Discount applied"]} />
      {review.checkedOffAt && (
        <span className="xs faint mt-1 block">
          {review.checkedOffByUsername ?? "a former user"},{" "}
          <RelativeTime iso={review.checkedOffAt} compact inline />
        </span>
      )}
    </>
  );
}

interface ReviewActions {
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
function RowActions({ review, actions, busy }: RowActionsProps) {
  const { match } = actions;
  const by = review.reviewerName;
  const mark = review.checkedOff ? "Mark Discount Pending" : "Mark Discount Applied";
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
        variant="quiet"
        aria-label={`${mark}: ${by}`}
        busy={busy && "Saving..."}
        onClick={() => actions.check(review)}
      >
        {mark}
      </Button>
      {match && !review.checkedOff && (
        <Menu trigger={<MoreButton label={`More actions for ${by}`} />}>
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

/** Labeled on a phone, which has no tooltips. */
function MoreButton({ label, ...trigger }: { label: string }) {
  return (
    <Button
      {...trigger}
      size="tiny"
      variant="quiet"
      icon={Ellipsis}
      aria-label={label}
      data-tip={label}
      className="icon phone:w-auto phone:px-2.5"
    >
      <span className="hidden phone:inline">More</span>
    </Button>
  );
}
