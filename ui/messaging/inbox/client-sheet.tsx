import type { Conversation } from "#src/messaging/inbox/contract.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ClientDetails } from "./client-details.tsx";

interface ClientSheetProps {
  conversation: Conversation;
  onClose: () => void;
  onDelete: () => void;
}

export function ClientSheet({ conversation, onClose, onDelete }: ClientSheetProps) {
  return (
    <Dialog onClose={onClose} title="Client Details">
      <div className="min-h-0 overflow-auto">
        <ClientDetails conversation={conversation} onDelete={onDelete} />
      </div>
    </Dialog>
  );
}
