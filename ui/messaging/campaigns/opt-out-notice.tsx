import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import { addOptOutNotice, missingNoticeParts } from "#src/shared/opt-out-notice.ts";
import { Button } from "#ui/kit/button.tsx";
import { Note } from "#ui/kit/notice.tsx";
import type { Wording } from "./wording.ts";

interface OptOutNoticeProps {
  message: string;
  wording: Wording;
  onMessage: (message: string) => void;
}

/**
 * Carriers require the sender's name and how to opt out; offers what is missing, or notes that it
 * is added.
 */
export function OptOutNotice({ message, wording, onMessage }: OptOutNoticeProps) {
  const { businessName, noticeAlways } = wording;
  const missing = missingNoticeParts(message, businessName);
  const lacks = message.trim() !== "" && (missing.businessName || missing.stopWords);
  return (
    <div role="status" className="empty:hidden">
      {lacks &&
        (noticeAlways ? (
          <Note icon={CircleCheck}>
            {describeAdded(missing, businessName)} added to every campaign. Preview and cost show
            it.
          </Note>
        ) : (
          <Note icon={Info} className="items-center [&>.i]:mt-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <span className="min-w-50 flex-1">{describeMissing(missing)}</span>
              <Button size="tiny" onClick={() => onMessage(addOptOutNotice(message, businessName))}>
                {buttonLabel(missing)}
              </Button>
            </div>
          </Note>
        ))}
    </div>
  );
}

type Missing = ReturnType<typeof missingNoticeParts>;

function describeMissing({ businessName, stopWords }: Missing): string {
  if (!stopWords) return "Your message doesn't say who it's from.";
  return businessName
    ? "Your message doesn't say who it's from or how to opt out."
    : "Your message doesn't say how to opt out.";
}

function buttonLabel({ businessName, stopWords }: Missing): string {
  if (!stopWords) return "Add your name";
  return businessName ? "Add name and STOP" : "Add “Reply STOP to opt out”";
}

function describeAdded({ businessName: named, stopWords }: Missing, businessName: string): string {
  if (named && stopWords) return `“${businessName}:” and “Reply STOP to opt out” are`;
  return named ? `“${businessName}:” is` : "“Reply STOP to opt out” is";
}
