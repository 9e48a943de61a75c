import { type BusinessHours, type FitHours, hours } from "#src/calendar/hours/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { savedMessage } from "./affected-visits.tsx";

/** Who works while the salon is closed; the days of the week and the first day limit what is shortened. */
export type OutsideHours = FitHours & Pick<BusinessHours, "notes" | "visitsOutside">;

interface ShortenDialogProps {
  outside: OutsideHours;
  onClose: () => void;
}

export function ShortenDialog({ outside, onClose }: ShortenDialogProps) {
  const { days, from, notes, visitsOutside } = outside;
  return (
    <ActDialog
      act={hours.fitEmployees}
      input={{ body: { days, from } }}
      done={(changed) => savedMessage("Hours shortened", changed)}
      busy="Shortening..."
      onClose={onClose}
      title="Shorten Staff Hours?"
      description={`Some staff work while the salon is closed. Clients can still be booked then, unless you shorten their hours. ${
        visitsOutside === 0
          ? "No visits are booked then."
          : `${formatCount(visitsOutside, "booked visit is", "booked visits are")} affected and will wait for your decision.`
      }`}
      action="Shorten Hours"
      cancel="Keep Hours"
    >
      <ul className="grid gap-1">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </ActDialog>
  );
}
