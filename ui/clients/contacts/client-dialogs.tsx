import { useLocation } from "wouter";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";

// Loaded when the first of them opens.
const ContactFormDialog = lazyDialog(
  async () => (await import("./contact-form-dialog.tsx")).ContactFormDialog,
);
const DeleteDialog = lazyDialog(async () => (await import("./delete-dialog.tsx")).DeleteDialog);
const MergeDialog = lazyDialog(async () => (await import("./merge-dialog.tsx")).MergeDialog);
const EraseDialog = lazyDialog(async () => (await import("./erase-dialog.tsx")).EraseDialog);

/** `mergeWith`: a contact that may be the same client; null to search for one. */
export type ClientDialog = "edit" | "remove" | "erase" | { readonly mergeWith: Contact | null };

interface ClientDialogsProps {
  contact: Contact;
  opened: ClientDialog | undefined;
  onClose: () => void;
}

export function ClientDialogs({ contact, opened, onClose }: ClientDialogsProps) {
  const [, navigate] = useLocation();
  const leave = () => navigate("/contacts", { replace: true });
  if (!opened) return null;
  return (
    <>
      {opened === "edit" && <ContactFormDialog contact={contact} onClose={onClose} />}
      {typeof opened === "object" && (
        <MergeDialog contact={contact} suggested={opened.mergeWith} onClose={onClose} />
      )}
      {opened === "remove" && (
        <DeleteDialog contact={contact} onClose={onClose} onDeleted={leave} />
      )}
      {opened === "erase" && <EraseDialog contact={contact} onClose={onClose} onErased={leave} />}
    </>
  );
}
