import Check from "lucide-react/icons/check";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import Clock3 from "lucide-react/icons/clock-3";
import type { Review } from "#src/reviews/contract.ts";
import { Badge } from "#ui/kit/badge.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";

/** The discount's state, and who recorded it. */
export function ReviewState({ review }: { review: Review }) {
  if (review.contactId === null)
    return (
      <Badge tone="off" icon={CircleQuestionMark}>
        Not matched
      </Badge>
    );
  if (!review.checkedOff)
    return (
      <Badge tone="wait" icon={Clock3}>
        Discount pending
      </Badge>
    );
  return (
    <>
      <Badge tone="good" icon={Check}>
        Discount applied
      </Badge>
      {review.checkedOffAt && (
        <span className="xs faint mt-1 block">
          {review.checkedOffByUsername ?? "a former user"},{" "}
          <RelativeTime iso={review.checkedOffAt} compact inline />
        </span>
      )}
    </>
  );
}
