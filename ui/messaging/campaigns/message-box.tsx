import Plus from "lucide-react/icons/plus";
import { type CSSProperties, useId, useRef } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { fieldOf, MERGE_DETAILS } from "#src/shared/contact-fields.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { firstField } from "#src/shared/merge-fields.ts";
import type { SegmentCount } from "#src/shared/sms-segments.ts";
import { Chip } from "#ui/kit/chip.tsx";
import { classes } from "#ui/kit/classes.ts";
import { useFieldWiring } from "#ui/kit/field.tsx";
import { Textarea } from "#ui/kit/textarea.tsx";
import { formatCounter } from "./rates.ts";
import type { Wording } from "./wording.ts";

interface MessageBoxProps {
  /** The result of `register`. */
  field: UseFormRegisterReturn;
  wording: Wording;
  onMessage: (message: string) => void;
}

/** Falls back to a greeting without a name. */
const FIELDS = [
  { label: "First Name", text: "{firstName|there}" },
  { label: "Name", text: "{name}" },
  ...MERGE_DETAILS.map((name) => ({ label: fieldOf(name).heading, text: `{${name}}` })),
];

/** The message, which grows with its text, with merge fields and the segment count. Use inside a Field. */
export function MessageBox({ field, wording, onMessage }: MessageBoxProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const counter = useId();
  const hintId = useId();
  const hint = describeFirstField(wording.text);
  const wiring = useFieldWiring();

  function insert(text: string) {
    if (box.current) {
      const { selectionStart, selectionEnd, value } = box.current;
      // Keeps the field apart from the words around it.
      const before = /[\p{L}\p{N},.!?]$/u.test(value.slice(0, selectionStart)) ? " " : "";
      const after = /^[\p{L}\p{N}]/u.test(value.slice(selectionEnd)) ? " " : "";
      box.current.setRangeText(before + text + after, selectionStart, selectionEnd, "end");
      onMessage(box.current.value);
      box.current.focus();
    }
  }

  return (
    <div className="overflow-hidden rounded-md border border-control bg-field focus-within:border-focus focus-within:shadow-[0_0_0_3px_var(--ring)] has-[[aria-invalid=true]]:border-bad">
      <Textarea
        {...field}
        aria-describedby={classes(wiring["aria-describedby"], hint && hintId, counter)}
        className="block field-sizing-content max-h-50 min-h-21 rounded-none border-0 bg-transparent shadow-none"
        ref={(textarea) => {
          field.ref(textarea);
          box.current = textarea;
        }}
      />
      {hint && (
        <p className="hint wrap-anywhere px-3 pb-2" id={hintId}>
          {hint}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-1.5 px-2 pb-2">
        {FIELDS.map(({ label, text }) => (
          <Chip key={label} icon={Plus} onClick={() => insert(text)}>
            <span className="sr">Insert </span>
            {label}
          </Chip>
        ))}
        <SegmentMeter longest={wording.longest} typical={wording.typical} id={counter} />
      </div>
    </div>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  ...{ firstName: "first name", lastName: "last name", name: "name" },
  ...Object.fromEntries(MERGE_DETAILS.map((name) => [name, fieldOf(name).heading.toLowerCase()])),
};

/** Explains a merge field: "{firstName|there} becomes the client's first name, or “there” without one." */
function describeFirstField(text: string): string | undefined {
  const first = firstField(text);
  if (!first) return undefined;
  const or = first.fallback ? `, or “${first.fallback}” without one` : "";
  return `${first.source} becomes the client's ${NAMES[first.field]}${or}.`;
}

const MOST_BARS = 8;

interface SegmentMeterProps {
  /** With the longest names filled in: the highest cost. */
  longest: SegmentCount;
  /** With a typical name. */
  typical: SegmentCount;
  id: string;
}

/** One bar per segment, the last one partly filled, with a text alternative. */
function SegmentMeter({ longest, typical, id }: SegmentMeterProps) {
  const { segments, units } = longest;
  const bars = Math.min(MOST_BARS, segments);
  const last = units === 0 ? 0 : percentUsed(longest);

  return (
    <span className="ml-auto flex items-center gap-1.5">
      <span className="flex w-16 gap-[3px]" aria-hidden="true">
        {Array.from({ length: bars }, (_, at) => {
          const style: CSSProperties = { width: at === bars - 1 ? `${last}%` : "100%" };
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its place
            <i key={at} className="h-1 flex-1 overflow-hidden rounded-full bg-trough">
              <i className="block h-full bg-accent" style={style} />
            </i>
          );
        })}
      </span>
      <span className="xs dim num" id={id}>
        {typical.segments < segments
          ? `Charged as ${formatCount(typical.segments, "text")}, ${segments} for the longest names`
          : formatCounter(longest)}
      </span>
    </span>
  );
}

function percentUsed({ segments, remaining, encoding }: SegmentCount): number {
  const sizes = encoding === "GSM-7" ? [160, 153] : [70, 67];
  const size = (segments === 1 ? sizes[0] : sizes[1]) ?? 1;
  return Math.round(((size - remaining) / size) * 100);
}
