import Copy from "lucide-react/icons/copy";
import { useRef } from "react";
import { Field } from "#ui/kit/field.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";

interface CopyFieldProps {
  label: string;
  /** Empty while nobody has said where this server is reached. */
  base: string;
  path: string;
}

/** An address to paste elsewhere. */
export function CopyField({ label, base, path }: CopyFieldProps) {
  const value = base + path;
  const input = useRef<HTMLInputElement>(null);
  const toasts = useToasts();

  async function copy() {
    input.current?.select();
    // Browsers lend the clipboard to https and localhost only; elsewhere the text is left selected.
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(value);
      toasts.show({ title: "Copied!" });
    } else {
      toasts.show({ title: "Selected", description: "Press Ctrl C to copy it." });
    }
  }

  return (
    <Field label={label} hint={base ? undefined : "Needs the webhook base URL before it."}>
      <div className="row">
        <Input ref={input} readOnly value={value} className="num" />
        <IconButton
          icon={Copy}
          label={`Copy the address for ${label.toLowerCase()}`}
          variant="secondary"
          className="beside"
          disabled={base === ""}
          onClick={() => void copy()}
        />
      </div>
    </Field>
  );
}
