import { type ReactNode, useRef } from "react";
import { Button, type ButtonProps } from "./button.tsx";

interface ChooseFileProps {
  variant?: ButtonProps["variant"];
  onChoose: (file: File) => void;
  children: ReactNode;
}

/** A button in place of the browser's own file control, which no theme reaches. */
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
          // The same file may be chosen again, after it was put right.
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
