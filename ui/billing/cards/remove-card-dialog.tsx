import { cards } from "#src/billing/cards/contract.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";

export function RemoveCardDialog({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <ActDialog
      act={cards.remove}
      input={{ params: { id } }}
      done="Card removed"
      onDone={onClose}
      onClose={onClose}
      title="Remove This Card?"
      description="You can't charge it anymore. The client can add it again with a link."
      action="Remove Card"
      busy="Removing..."
    />
  );
}
