import Copy from "lucide-react/icons/copy";
import { type ComponentProps, type RefObject, useRef } from "react";
import { Link } from "wouter";
import type { Settings } from "#src/platform/settings/contract.ts";
import { Field } from "#ui/kit/field.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { settingsHref } from "./sections.ts";

interface CopyFieldProps {
  label: string;
  /** Empty until the server's public address is set. */
  base: string;
  path: string;
  /** False where the card says it once for all its addresses. */
  hasReason?: boolean;
}

export function CopyField({ label, base, path, hasReason = true }: CopyFieldProps) {
  const isUnknown = base === "";
  return (
    <div className="min-w-0">
      <Field label={label}>
        <CopyInput
          value={isUnknown ? `…${path}` : base + path}
          label={`Copy the address for ${label.toLowerCase()}`}
          disabled={isUnknown}
        />
      </Field>
      {isUnknown && hasReason && (
        <p className="hint mt-1.5">
          You can copy it once Parlor knows its public address.{" "}
          <Link className="link underline" href={settingsHref("webhooks")}>
            Set Webhook Base URL
          </Link>
        </p>
      )}
    </div>
  );
}

/** The public address that other services send requests to; empty until it is set. */
export function publicBase({ webhookBaseUrl, publicUrl }: Settings): string {
  return (webhookBaseUrl || publicUrl || "").replace(/\/+$/, "");
}

interface CopyInputProps extends Pick<ComponentProps<"input">, "spellCheck"> {
  value: string;
  /** Of the button. */
  label: string;
  disabled?: boolean;
}

/** A text to copy, inside a Field. */
export function CopyInput({ value, label, disabled, spellCheck }: CopyInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const copy = useCopy(input);
  return (
    <div className="flex items-center gap-2 min-w-0">
      <Input ref={input} readOnly value={value} className="clip num" spellCheck={spellCheck} />
      <IconButton
        icon={Copy}
        label={label}
        variant="secondary"
        className="beside"
        disabled={disabled}
        onClick={() => void copy(value)}
      />
    </div>
  );
}

/**
 * Browsers allow clipboard access on HTTPS and localhost only; elsewhere the text stays selected.
 */
export function useCopy(selected: RefObject<HTMLInputElement | HTMLPreElement | null>) {
  const toasts = useToasts();
  return async (text: string) => {
    const { current } = selected;
    if (current instanceof HTMLInputElement) current.select();
    else if (current) getSelection()?.selectAllChildren(current);
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      toasts.show({ title: "Copied!" });
    } else {
      toasts.show({ title: "Selected", description: "Press Ctrl C to copy it." });
    }
  };
}
