import { type ReactNode, useRef } from "react";
import { Button, type ButtonProps } from "./button.tsx";

interface ChooseFileProps {
  variant?: ButtonProps["variant"];
  onChoose: (file: File) => void;
  children: ReactNode;
}

/** A button in place of the browser's file control, which cannot be styled. */
export function ChooseFile({ variant, onChoose, children }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        className="sr"
        tabIndex={-1}
        aria-label="CSV file"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Cleared, so that the same file can be chosen again after it was corrected.
          currentTarget.value = "";
          if (file) onChoose(file);
        }}
      />
      <Button variant={variant} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
