import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Button } from "#ui/kit/button.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { replaceUnicode, unicodeCause } from "./plain-signs.ts";

interface UnicodeNoticeProps {
  message: string;
  onReplace: (message: string) => void;
}

const NAMED = 6;

/** A single curly quote more than halves a segment's capacity, so the user is warned. */
export function UnicodeNotice({ message, onReplace }: UnicodeNoticeProps) {
  const cause = unicodeCause(message);
  return (
    <div role="status" className="empty:hidden">
      {cause && (
        <Note tone="wait" icon={TriangleAlert}>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <span className="min-w-50 flex-1">
              {formatCharacters(cause.signs)} {cause.signs.length === 1 ? "makes" : "make"} this a
              Unicode text: 70 characters in a segment instead of 160.
            </span>
            {/* Replacing the others saves nothing while an emoji remains. */}
            {cause.isReplaceable && (
              <Button size="tiny" onClick={() => onReplace(replaceUnicode(message))}>
                Use plain characters
              </Button>
            )}
          </div>
        </Note>
      )}
    </div>
  );
}

function formatCharacters(signs: readonly string[]): string {
  const names = signs.slice(0, NAMED).join("  ");
  return signs.length > NAMED ? `${names} and ${signs.length - NAMED} more` : names;
}
