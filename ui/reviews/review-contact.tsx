import { Link } from "wouter";
import type { Review } from "#src/reviews/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";

/** The matched contact, and whether the match was made by hand. */
export function ReviewContact({ review }: { review: Review }) {
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
