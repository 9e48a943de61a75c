import { type Contact, contacts } from "#src/clients/contacts/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";

interface DeleteDialogProps {
  contact: Contact;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}

export function DeleteDialog({ contact, onClose, onDeleted }: DeleteDialogProps) {
  const removal = useAct(contacts.remove, {
    done: "Contact deleted",
    onDone() {
      onClose();
      onDeleted?.();
    },
    errors: "inline",
  });

  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete contact"
      description={`Are you sure you want to delete "${formatPhone(contact.name)}"? This also deletes the conversation. Opt-outs stay on record. This action cannot be undone.`}
      action="Delete"
      busy={removal.isPending && "Deleting..."}
      error={removal.errorMessage}
      onConfirm={() => removal.run({ params: { id: contact.id } })}
    />
  );
}
