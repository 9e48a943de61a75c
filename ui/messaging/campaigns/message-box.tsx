import Plus from "lucide-react/icons/plus";
import { useId, useRef } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { MERGE_DETAILS } from "#src/shared/contact-fields.ts";
import { Chip } from "#ui/kit/chip.tsx";
import { classes } from "#ui/kit/classes.ts";
import { useFieldWiring } from "#ui/kit/field.tsx";
import { Textarea } from "#ui/kit/textarea.tsx";
import { SegmentMeter } from "./segment-meter.tsx";
import type { Wording } from "./wording.ts";

interface MessageBoxProps {
  /** The result of `register`. */
  field: UseFormRegisterReturn;
  wording: Wording;
  onMessage: (message: string) => void;
  rows?: number;
}

/** Falls back to a greeting without a name. */
const FIELDS = [
  { name: "firstName", text: "{firstName|there}" },
  { name: "name", text: "{name}" },
  ...MERGE_DETAILS.map((name: string) => ({ name, text: `{${name}}` })),
];

/** The message with merge fields and the segment count. Use inside a Field. */
export function MessageBox({ field, wording, onMessage, rows = 3 }: MessageBoxProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const counter = useId();
  const wiring = useFieldWiring();

  function insert(text: string) {
    if (box.current) {
      const { selectionStart, selectionEnd } = box.current;
      box.current.setRangeText(text, selectionStart, selectionEnd, "end");
      onMessage(box.current.value);
      box.current.focus();
    }
  }

  return (
    <div className="overflow-hidden rounded-md border border-control bg-field focus-within:border-focus focus-within:shadow-[0_0_0_3px_var(--ring)] has-[[aria-invalid=true]]:border-bad">
      <Textarea
        {...field}
        rows={rows}
        aria-describedby={classes(wiring["aria-describedby"], counter)}
        className="block rounded-none border-0 bg-transparent shadow-none max-[860px]:h-42"
        ref={(textarea) => {
          field.ref(textarea);
          box.current = textarea;
        }}
      />
      <div className="flex items-center gap-1.5 px-2 pb-2 max-[860px]:flex-wrap">
        {FIELDS.map(({ name, text }) => (
          <Chip key={name} icon={Plus} onClick={() => insert(text)}>
            <span className="sr">Insert </span>
            {name}
          </Chip>
        ))}
        <span className="flex-1 min-w-0 max-[860px]:basis-full" />
        <SegmentMeter longest={wording.longest} typical={wording.typical} id={counter} />
      </div>
    </div>
  );
}
