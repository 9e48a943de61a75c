import Copy from "lucide-react/icons/copy";
import { type ComponentProps, useRef } from "react";
import type { Settings } from "#src/platform/settings/contract.ts";
import { Field } from "#ui/kit/field.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useCopy } from "./use-copy.ts";

interface CopyFieldProps {
  label: string;
  /** Empty until the server's public address is set. */
  base: string;
  path: string;
}

export function CopyField({ label, base, path }: CopyFieldProps) {
  return (
    <Field label={label}>
      <CopyInput
        value={base + path}
        label={`Copy the address for ${label.toLowerCase()}`}
        disabled={base === ""}
      />
    </Field>
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
