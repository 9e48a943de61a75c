import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { findUnknownField } from "#src/shared/merge-fields.ts";
import { addOptOutNotice, missingNoticeParts } from "#src/shared/opt-out-notice.ts";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Note } from "#ui/kit/notice.tsx";
import type { Wording } from "./wording.ts";

interface OptOutNoticeProps {
  /** In the confirmation, which is narrower. */
  tone?: "wait";
  message: string;
  wording: Wording;
  onMessage: (message: string) => void;
}

/**
 * Carriers require the sender's name and how to opt out: offers what is missing, or says that nothing is. It is there from
 * the start, so that little moves while someone types.
 */
export function OptOutNotice({ tone, message, wording, onMessage }: OptOutNoticeProps) {
  const { businessName, noticeAlways } = wording;
  const missing = missingNoticeParts(message, businessName);
  const lacks = missing.businessName || missing.stopWords;
  const isOffered = lacks && !noticeAlways;
  return (
    <div role="status">
      <Note
        tone={tone}
        icon={isOffered ? Info : CircleCheck}
        className="min-h-11 items-center py-1.5 [&>.i]:mt-0"
      >
        <div
          className={classes("flex gap-3 text-xs", tone ? "flex-col items-start" : "items-center")}
        >
          <span className="flex-1 min-w-0">{describe(message, wording, missing)}</span>
          {isOffered && message.trim() !== "" && (
            <Button size="tiny" onClick={() => onMessage(addOptOutNotice(message, businessName))}>
              {buttonLabel(missing)}
            </Button>
          )}
        </div>
      </Note>
    </div>
  );
}

/** Warns of a misspelled field. */
export function UnknownFieldNotice({ message }: { message: string }) {
  const unknown = findUnknownField(message);
  if (unknown === undefined) return null;
  return (
    <Note tone="wait" icon={TriangleAlert}>
      “{unknown}” isn't a field, so clients would see it as typed. Use the buttons below the text.
    </Note>
  );
}

type Missing = ReturnType<typeof missingNoticeParts>;

function describe(message: string, { businessName, noticeAlways }: Wording, missing: Missing) {
  if (!missing.businessName && !missing.stopWords) return "Your message has what carriers require.";
  if (noticeAlways)
    return `${describeAdded(missing, businessName)} added to every campaign. Preview and cost show it.`;
  if (message.trim() === "")
    return "Include your salon's name and how to opt out. Carriers require both.";
  if (!missing.stopWords) return "Your message doesn't say who it's from.";
  return missing.businessName
    ? "Your message doesn't say who it's from or how to opt out."
    : "Your message doesn't say how to opt out.";
}

/** Whether the text that will be sent lacks what carriers require. */
export function lacksNotice({ text, businessName }: Wording): boolean {
  const missing = missingNoticeParts(text, businessName);
  return missing.businessName || missing.stopWords;
}

function buttonLabel({ businessName, stopWords }: Missing): string {
  if (!stopWords) return "Add Salon Name";
  return businessName ? "Add Salon Name and STOP" : "Add STOP";
}

function describeAdded({ businessName: named, stopWords }: Missing, businessName: string): string {
  if (named && stopWords) return `“${businessName}:” and “Reply STOP to opt out” are`;
  return named ? `“${businessName}:” is` : "“Reply STOP to opt out” is";
}
