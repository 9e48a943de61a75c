import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

interface SecretFieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** The last four characters of what is stored; undefined while nothing is. */
  lastFour: string | undefined;
  /** What is typed instead; undefined leaves the stored one alone. */
  value: string | undefined;
  onValueChange: (value: string | undefined) => void;
}

/** A key that nobody sees again once it is stored: it can only be replaced. */
export function SecretField(props: SecretFieldProps) {
  const { label, hint, error, lastFour, value, onValueChange } = props;
  const stored = lastFour !== undefined && value === undefined;

  return (
    <Field label={label} hint={hint} error={error}>
      <div className="row">
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
            // Only after Replace, where the typing was asked for.
            autoFocus={lastFour !== undefined}
            value={value ?? ""}
            onChange={(event) => onValueChange(event.currentTarget.value)}
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
