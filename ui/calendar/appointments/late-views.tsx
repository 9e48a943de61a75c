import type { ComponentProps } from "react";
import { DaySheets } from "./day-sheet.tsx";
import { PhoneWeek } from "./phone-week.tsx";

interface LateViewsProps extends ComponentProps<typeof PhoneWeek> {
  isWeek: boolean;
  today: string;
}

/** What the calendar needs once it stands: the week on a phone, and sheets for printing. */
export function LateViews({ isWeek, today, ...week }: LateViewsProps) {
  return (
    <>
      {isWeek && <PhoneWeek {...week} />}
      <DaySheets lanes={week.lanes} today={today} />
    </>
  );
}
