import { waitlistToday } from "#src/calendar/waitlist/fitting-today-contract.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";

interface OfferDialogProps {
  input: { body: { employeeId: number; start: string; end: string } };
  name: string;
  onClose: () => void;
}

/** Asks before a free time is offered by text. Loaded when it opens. */
export function OfferDialog({ input, name, onClose }: OfferDialogProps) {
  return (
    <ActDialog
      act={waitlistToday.offerTime}
      input={input}
      onClose={onClose}
      harmless
      title={`Offer the Time to ${name}?`}
      description={`We text it to ${name} and hold it until they reply. If they pass, we offer it to the next client it fits.`}
      action="Offer Time"
      busy="Offering..."
      done={`We're texting the time to ${name}`}
    />
  );
}
