import Check from "lucide-react/icons/check";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import Clock3 from "lucide-react/icons/clock-3";
import { Link } from "wouter";
import type { Review } from "#src/reviews/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { LookBadge } from "#ui/kit/badge.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
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

/** The matched contact, and whether the match was made by hand. */
function ReviewContact({ review }: { review: Review }) {
  const { user } = useCurrentUser();
  const { contact, manuallyMatched } = review;
  if (!contact) return <span className="faint">No contact</span>;
  const name = formatPhone(contact.name);
  return (
    <div className="max-w-40 @max-[860px]/page:max-w-none">
      {user && mayOpen(user, "/contacts") ? (
        <Link className="clip block font-label hover:underline" href={`/contacts/${contact.id}`}>
          {name}
        </Link>
      ) : (
        <span className="clip block font-label">{name}</span>
      )}
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
  if (!review.checkedOff) return <LookBadge look={["wait", Clock3, "Discount pending"]} />;
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
