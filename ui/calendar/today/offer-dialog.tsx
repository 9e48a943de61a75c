import type { TodayGap } from "#src/calendar/waitlist/fitting-today-contract.ts";
import { waitlistToday } from "#src/calendar/waitlist/fitting-today-contract.ts";
import { formatClock, formatTimeRange } from "#src/shared/clock-time.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";

export interface OfferDialogProps {
  gap: Pick<TodayGap, "employeeId" | "start" | "end">;
  /** Who is asked first, and for which part of the gap. */
  fits: NonNullable<TodayGap["fits"]>;
  employeeName: string;
  onClose: () => void;
}

/** Asks before a free time is offered by text. Loaded when it opens. */
export function OfferDialog({ gap, fits, employeeName, onClose }: OfferDialogProps) {
  const { employeeId, start, end } = gap;
  const name = formatPhone(fits.clientName);
  const range = formatTimeRange(fits.start, fits.end);
  return (
    <ActDialog
      act={waitlistToday.offerTime}
      input={{ body: { employeeId, start, end } }}
      onClose={onClose}
      harmless
      title={`Offer Today at ${formatClock(fits.start)} to ${name}?`}
      description={`${fits.service} with ${employeeName}, ${range}. We'll text the offer and hold the time for ${fits.holdMinutes} minutes, then offer it to the next client who fits.`}
      action="Offer Time"
      busy="Offering..."
      done={`We're texting the time to ${name}`}
    />
  );
}
