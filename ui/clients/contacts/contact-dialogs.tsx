import type { Contact } from "#src/clients/contacts/contract.ts";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";

// Forms and the CSV reader are loaded when the first of them opens.
const ContactFormDialog = lazyDialog(
  async () => (await import("./contact-form-dialog.tsx")).ContactFormDialog,
);
const DeleteDialog = lazyDialog(async () => (await import("./delete-dialog.tsx")).DeleteDialog);
const ImportDialog = lazyDialog(async () => (await import("./import-dialog.tsx")).ImportDialog);
const ManageTagsDialog = lazyDialog(
  async () => (await import("./manage-tags-dialog.tsx")).ManageTagsDialog,
);

const UndoImportDialog = lazyDialog(
  async () => (await import("./undo-import-dialog.tsx")).UndoImportDialog,
);

export type Opened =
  | { readonly dialog: "add" | "import" | "tags" | "undo-import"; readonly contact?: never }
  | { readonly dialog: "edit" | "remove"; readonly contact: Contact };

interface ContactDialogsProps {
  opened: Opened | undefined;
  onClose: () => void;
  onImported: () => void;
}

export function ContactDialogs({ opened, onClose, onImported }: ContactDialogsProps) {
  if (!opened) return null;
  return (
    <>
      {opened.dialog === "add" && <ContactFormDialog onClose={onClose} />}
      {opened.dialog === "edit" && <ContactFormDialog contact={opened.contact} onClose={onClose} />}
      {opened.dialog === "remove" && <DeleteDialog contact={opened.contact} onClose={onClose} />}
      {opened.dialog === "tags" && <ManageTagsDialog onClose={onClose} />}
      {opened.dialog === "undo-import" && <UndoImportDialog onClose={onClose} />}
      {opened.dialog === "import" && <ImportDialog onClose={onClose} onImported={onImported} />}
    </>
  );
}
