import { useQueryClient } from "@tanstack/react-query";
import { inbox } from "#src/messaging/inbox/contract.ts";
import { useApi } from "#ui/api.ts";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { ContactPicker } from "./contact-picker.tsx";
import { conversationQuery } from "./queries.ts";

interface NewMessageDialogProps {
  onClose: () => void;
  onOpen: (conversationId: number) => void;
}

export function NewMessageDialog({ onClose, onOpen }: NewMessageDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const start = useAct(inbox.start, {
    onDone(conversation) {
      client.setQueryData(conversationQuery(api, conversation.id).queryKey, conversation);
      onClose();
      onOpen(conversation.id);
    },
  });

  return (
    <Dialog onClose={onClose} title="New message" description="Choose a client to text.">
      <DialogBody className="h-[26rem]">
        <ContactPicker
          onChoose={(contact) => start.isPending || start.run({ body: { contactId: contact.id } })}
        />
      </DialogBody>
    </Dialog>
  );
}
