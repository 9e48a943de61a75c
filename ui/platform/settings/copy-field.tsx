import Copy from "lucide-react/icons/copy";
import { useRef } from "react";
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
  const value = base + path;
  const input = useRef<HTMLInputElement>(null);
  const copy = useCopy(input);

  return (
    <Field label={label} hint={base ? undefined : "Add your webhook base URL in front of it."}>
      <div className="flex items-center gap-2 min-w-0">
        <Input ref={input} readOnly value={value} className="num" />
        <IconButton
          icon={Copy}
          label={`Copy the address for ${label.toLowerCase()}`}
          variant="secondary"
          className="beside"
          disabled={base === ""}
          onClick={() => void copy(value)}
        />
      </div>
    </Field>
  );
}
