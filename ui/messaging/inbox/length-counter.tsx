import { MAX_CHARACTERS } from "#src/messaging/inbox/contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { countSegments } from "#src/shared/sms-segments.ts";
import { classes } from "#ui/kit/classes.ts";

export function LengthCounter({ text, pictures }: { text: string; pictures: number }) {
  if (text.length > MAX_CHARACTERS)
    return (
      <span className="xs bad" role="alert">
        A text can be up to {formatNumber(MAX_CHARACTERS)} characters
      </span>
    );
  // However long its words are.
  if (pictures > 0)
    return (
      <span className="xs faint no-phone" title="Carriers charge per MMS, not per segment">
        Picture message, charged as one MMS
      </span>
    );
  const { remaining, segments } = countSegments(text.trim());
  return (
    // On a phone, a text of several lines leaves room above the buttons.
    <span
      className={classes(
        "xs faint num phone:absolute phone:right-2 phone:bottom-full whitespace-nowrap",
        segments === 1 && "no-phone",
      )}
    >
      {remaining} left{segments > 1 && ` · ${segments} segments`}
    </span>
  );
}
