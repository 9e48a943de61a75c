import { useState } from "react";
import { type BusinessHours, hours, type OutsideHours } from "#src/calendar/hours/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { mergeEdited, type Weekly } from "#src/shared/working-hours.ts";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { savedMessage } from "./affected-visits.tsx";

interface ShortenDialogProps {
  /** Who works while the salon is closed. */
  outside: Pick<BusinessHours, "notes" | "visitsOutside">;
  onClose: () => void;
}

/** Shortens the hours of staff to the salon's. */
export function ShortenDialog({ outside, onClose }: ShortenDialogProps) {
  return (
    <ActDialog
      act={hours.fitEmployees}
      input={{ body: {} }}
      done={(changed) => savedMessage("Hours shortened", changed)}
      busy="Shortening..."
      onClose={onClose}
      title="Shorten Staff Hours?"
      description={`Some staff work while the salon is closed. Clients can still be booked then, unless you shorten their hours. ${describeVisits(outside)}`}
      action="Shorten Hours"
      cancel="Keep Hours"
    >
      <Notes notes={outside.notes} />
    </ActDialog>
  );
}

interface SaveHoursDialogProps {
  change: { readonly weekly: Weekly; readonly from: string | undefined };
  /** The hours that were edited. */
  base: Weekly;
  /** The present hours, which someone else may have saved since. */
  saved: Weekly;
  outside: OutsideHours;
  onSaved: () => void;
  onClose: () => void;
}

/** Asks before hours are saved that end before those of staff. */
export function SaveHoursDialog(props: SaveHoursDialogProps) {
  const { change, base, saved, outside, onSaved, onClose } = props;
  const [shortensStaff, setShortens] = useState(true);
  const weekly = mergeEdited(change.weekly, base, saved);
  return (
    <ActDialog
      act={hours.saveBusiness}
      input={{ body: { ...change, weekly, shortensStaff } }}
      done={(changed) => savedMessage("Hours saved", changed)}
      onDone={() => {
        onSaved();
        onClose();
      }}
      busy="Saving..."
      onClose={onClose}
      title="Shorten Staff Hours?"
      description="Some staff would work while the salon is closed, and clients could still be booked then."
      action="Save Hours"
      harmless
    >
      <Notes notes={outside.notes} />
      <div className="mt-3">
        <Checkbox checked={shortensStaff} onChange={() => setShortens(!shortensStaff)}>
          Shorten their hours too
        </Checkbox>
        {shortensStaff && <p className="sm dim ml-6">{describeVisits(outside)}</p>}
      </div>
    </ActDialog>
  );
}

function describeVisits({ visitsOutside }: ShortenDialogProps["outside"]): string {
  return visitsOutside === 0
    ? "No visits are booked then."
    : `${formatCount(visitsOutside, "booked visit is", "booked visits are")} affected and will wait for your decision.`;
}

function Notes({ notes }: { notes: readonly string[] }) {
  return (
    <ul className="mt-3 grid gap-1">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
