import CalendarDays from "lucide-react/icons/calendar-days";
import { useRef, useState } from "react";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";

const DatePopup = lazyDialog(async () => (await import("./date-popup.tsx")).DatePopup);

interface DateButtonProps {
  label: string;
  /** YYYY-MM-DD. */
  day: string;
  today: string;
  onChoose: (day: string) => void;
}

/** Opens a month to go to one of its days. */
export function DateButton({ label, day, today, onChoose }: DateButtonProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);

  function close() {
    box.current?.querySelector("button")?.focus();
    setOpen(false);
  }

  return (
    <span ref={box} className="inline-flex">
      <IconButton
        icon={CalendarDays}
        label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
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
