import type { Conversation } from "#src/inbox/contract.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ClientDetails } from "./client-details.tsx";

interface ClientSheetProps {
  contact: Conversation["contact"];
  onClose: () => void;
  onDelete: () => void;
}

export function ClientSheet({ contact, onClose, onDelete }: ClientSheetProps) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Client details">
      <div className="min-h-0 overflow-auto">
        <ClientDetails contact={contact} onDelete={onDelete} />
      </div>
    </Dialog>
  );
}
