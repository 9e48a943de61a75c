import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Contact, contacts } from "#src/clients/contacts/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { refresh } from "#ui/shell/data/read.ts";
import { phoneWords } from "#ui/shell/format/phone.ts";

interface DeleteDialogProps {
  contact: Contact;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}

export function DeleteDialog({ contact, onClose, onDeleted }: DeleteDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const removal = useMutation({
    mutationFn: () => api(contacts.remove, { params: { id: contact.id } }),
    onSuccess() {
      toasts.show({ title: "Contact deleted" });
      onClose();
      onDeleted?.();
      return refresh(client, "contacts");
    },
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Delete contact"
      description={`Are you sure you want to delete "${phoneWords(contact.name)}"? The conversation goes with it; an opt-out stays on record. This action cannot be undone.`}
      act="Delete"
      busy={removal.isPending && "Deleting..."}
      error={removal.error ? wordsOf(removal.error) : undefined}
      onConfirm={() => removal.mutate()}
    />
  );
}
