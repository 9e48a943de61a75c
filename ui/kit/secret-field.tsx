import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

interface SecretFieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** The last four characters of the stored value; undefined without one. */
  lastFour: string | undefined;
  /** The replacement; undefined keeps the stored value. */
  value: string | undefined;
  onValueChange: (value: string | undefined) => void;
}

/** A stored key is never shown again, only replaced. */
export function SecretField(props: SecretFieldProps) {
  const { label, hint, error, lastFour, value, onValueChange } = props;
  const stored = lastFour !== undefined && value === undefined;

  return (
    <Field label={label} hint={hint} error={error}>
      <div className="flex items-center gap-2 min-w-0">
        {stored ? (
          <Input key="stored" className="num" value={`${"•".repeat(12)} ${lastFour}`} readOnly />
        ) : (
          <Input
            key="typed"
            className="num"
            // Not type=password, for which browsers offer to save a login.
            type="text"
            autoComplete="off"
            spellCheck={false}
            // Focused only after Replace was pressed.
            autoFocus={lastFour !== undefined}
            value={value ?? ""}
            onValueChange={onValueChange}
          />
        )}
        {lastFour !== undefined && (
          <Button className="beside" onClick={() => onValueChange(stored ? "" : undefined)}>
            {stored ? "Replace" : "Keep"}
          </Button>
        )}
      </div>
    </Field>
  );
}
