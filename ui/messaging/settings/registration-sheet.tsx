import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useRef, useState } from "react";
import {
  registration,
  type SheetField,
  type SheetPart,
} from "#src/messaging/registration/contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { useCopy } from "#ui/platform/settings/copy-field.tsx";

const COPIED_MS = 2_000;

/** The answers to every question of the carriers' forms, ready to copy. */
export function RegistrationSheet({ sheet }: { sheet: readonly SheetPart[] }) {
  return (
    <section className="flex min-w-0 flex-col gap-4">
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        <div className="flex-1 min-w-0 basis-60">
          <h3 className="h3">Registration sheet</h3>
          <p className="sm dim">Every answer Twilio's forms ask for.</p>
        </div>
        <a
          className={buttonClass({})}
          href={registration.sheetPdf.path}
          target="_blank"
          rel="noreferrer"
        >
          Open PDF
        </a>
      </div>
      {sheet.map((part) => (
        <details key={part.id} className="rounded-md border border-line">
          <summary className="cursor-pointer px-3 py-2.5 hover:bg-hover">
            <span className="h3">{part.title}</span>{" "}
            <span className="xs faint">{missingIn(part)}</span>
          </summary>
          <div className="flex min-w-0 flex-col gap-4 border-line border-t px-3 py-3">
            <p className="sm dim">{part.hint}</p>
            {part.fields.map((field) => (
              <Answer key={field.id} field={field} />
            ))}
          </div>
        </details>
      ))}
    </section>
  );
}

function missingIn({ fields }: SheetPart): string {
  const count = fields.filter(({ value }) => value === "").length;
  return count === 0 ? "Complete" : `${count} missing`;
}

function Answer({ field: { label, value, min, max, missing } }: { field: SheetField }) {
  const text = useRef<HTMLPreElement>(null);
  const copy = useCopy(text);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const isOutside = (max !== null && value.length > max) || (min !== null && value.length < min);

  return (
    <div className="min-w-0">
      <div className="flex items-center gap-2 min-w-0">
        <h4 className="flex-1 min-w-0 font-label text-base">{label}</h4>
        {max !== null && (
          <span className={`xs num ${isOutside ? "text-bad-ink" : "faint"}`}>
            {value.length} of {formatNumber(max)}
          </span>
        )}
        {value !== "" && (
          <Button
            size="tiny"
            variant="quiet"
            icon={copied ? Check : Copy}
            aria-label={`Copy ${label}`}
            onClick={() => {
              setCopied(true);
              void copy(value);
            }}
          >
            Copy
          </Button>
        )}
      </div>
      {value === "" ? (
        <p className="sm mt-1 text-wait-ink">Missing. {missing}</p>
      ) : (
        <pre
          ref={text}
          className="mt-1 whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2 font-sans text-base"
        >
          {value}
        </pre>
      )}
    </div>
  );
}
