import { type Contact, contacts } from "#src/clients/contacts/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";

interface DeleteDialogProps {
  contact: Contact;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}

export function DeleteDialog({ contact, onClose, onDeleted }: DeleteDialogProps) {
  return (
    <ActDialog
      act={contacts.remove}
      input={{ params: { id: contact.id } }}
      done="Contact deleted"
      onDone={() => {
        onClose();
        onDeleted?.();
      }}
      busy="Deleting..."
      onClose={onClose}
      title="Delete Contact"
      description={`Are you sure you want to delete "${formatPhone(contact.name)}"? This also deletes the conversation. Opt-outs stay on record. This action cannot be undone.`}
      action="Delete"
    />
  );
}
