import TriangleAlert from "lucide-react/icons/triangle-alert";
import { unicodeCharacters } from "#src/shared/sms-segments.ts";
import { Button } from "#ui/kit/button.tsx";
import { Note } from "#ui/kit/notice.tsx";

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
              A text with {formatCharacters(cause.signs)} holds 70 characters instead of 160. A
              longer one is charged for each 67 instead of 153.
            </span>
            {/* Replacing the others saves nothing while an emoji remains. */}
            {cause.isReplaceable && (
              <Button size="tiny" onClick={() => onReplace(replaceUnicode(message))}>
                Use Plain Characters
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

/** Plain text, and the typographic characters that word processors and phones insert in its place. */
const TYPOGRAPHIC: Readonly<Record<string, string>> = {
  "'": "\u2018\u2019\u201a\u201b\u2032\u00b4`",
  '"': "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb",
  "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2022",
  "...": "\u2026",
  "(TM)": "\u2122",
  " ": "\t\u00a0\u2002\u2003\u2007\u2009\u200a\u202f",
  "": "\u00ad\u200b\u2060\ufeff",
};
const PLAIN = new Map(
  Object.entries(TYPOGRAPHIC).flatMap(([plain, signs]) =>
    Array.from(signs, (sign) => [sign, plain] as const),
  ),
);

const NAMES: Readonly<Record<string, string>> = {
  "\t": "tab",
  "\u2002": "wide space",
  "\u2003": "wide space",
  "\u2007": "figure space",
  "\u200a": "hair space",
  "\u00ad": "soft hyphen",
  "\u2060": "word joiner",
  "\u00a0": "no-break space",
  "\u2009": "thin space",
  "\u202f": "narrow no-break space",
  "\u200b": "zero-width space",
  "\ufeff": "zero-width space",
};

export function replaceUnicode(text: string): string {
  return Array.from(text, (sign) => PLAIN.get(sign) ?? sign).join("");
}

interface UnicodeCause {
  /** Each character, or the name of an invisible one. */
  readonly signs: readonly string[];
  /** Whether plain characters can replace all of them, which makes it a GSM-7 text again. */
  readonly isReplaceable: boolean;
}

export function unicodeCause(text: string): UnicodeCause | undefined {
  const signs = unicodeCharacters(text);
  if (signs.length === 0) return undefined;
  return {
    signs: [...new Set(signs.map((sign) => NAMES[sign] ?? sign))],
    isReplaceable: signs.every((sign) => PLAIN.has(sign)),
  };
}
