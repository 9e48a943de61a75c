import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { inbox } from "#src/messaging/inbox/contract.ts";
import { useApi } from "#ui/api.ts";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";
import { ContactPicker } from "./contact-picker.tsx";
import { conversationQuery } from "./queries.ts";

interface NewMessageDialogProps {
  onClose: () => void;
  onOpen: (conversationId: number) => void;
}

export function NewMessageDialog({ onClose, onOpen }: NewMessageDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const start = useMutation({
    mutationFn: (contact: Contact) => api(inbox.start, { body: { contactId: contact.id } }),
    onSuccess(conversation) {
      client.setQueryData(conversationQuery(api, conversation.id).queryKey, conversation);
      void refresh(client, "conversations");
      onClose();
      onOpen(conversation.id);
    },
    onError: (error) => tellError(toasts, error),
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="New message"
      description="Choose the client to write to."
    >
      <DialogBody className="h-[26rem]">
        <ContactPicker onChoose={(contact) => start.isPending || start.mutate(contact)} />
      </DialogBody>
    </Dialog>
  );
}
