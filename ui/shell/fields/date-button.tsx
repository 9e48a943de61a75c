import ChevronDown from "lucide-react/icons/chevron-down";
import { type ReactNode, useRef, useState } from "react";
import { Icon } from "#ui/kit/icon.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";

const DatePopup = lazyDialog(async () => (await import("./date-popup.tsx")).DatePopup);

interface DateButtonProps {
  /** What pressing it does. */
  label: string;
  /** YYYY-MM-DD. */
  day: string;
  today: string;
  onChoose: (day: string) => void;
  /** The day in words. */
  children: ReactNode;
}

/** A heading with a day that opens its month, to go to another one. */
export function DateButton({ label, day, today, onChoose, children }: DateButtonProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);

  function close() {
    box.current?.querySelector("button")?.focus();
    setOpen(false);
  }

  return (
    <span ref={box} className="inline-flex">
      <h2>
        <button
          type="button"
          className="date-button"
          title={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {children}
          <Icon of={ChevronDown} size="s" />
        </button>
      </h2>
      {isOpen && (
        <DatePopup
          anchor={box}
          label={label}
          day={day}
          today={today}
          onClose={close}
          onChoose={(chosen) => {
            close();
            onChoose(chosen);
          }}
        />
      )}
    </span>
  );
}
