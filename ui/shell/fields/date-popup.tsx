import type { RefObject } from "react";
import { DropDown } from "#ui/kit/drop-down.tsx";
import { LazyCalendar } from "./lazy-calendar.tsx";

interface DatePopupProps {
  anchor: RefObject<HTMLElement | null>;
  label: string;
  /** YYYY-MM-DD. */
  day: string;
  today: string;
  onChoose: (day: string) => void;
  onClose: () => void;
}

export function DatePopup({ anchor, label, onClose, ...calendar }: DatePopupProps) {
  return (
    <DropDown anchor={anchor} onClose={onClose} role="dialog" aria-label={label} className="month">
      <LazyCalendar {...calendar} takesFocus />
    </DropDown>
  );
}
