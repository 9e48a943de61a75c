import { lazy, Suspense } from "react";
import type { Contact } from "#src/contacts/contract.ts";
import { useAfterHydration } from "#ui/shell/after-hydration.ts";

// Forms and the CSV reader are fetched when the first of them opens.
const ContactFormDialog = lazy(async () => ({
  default: (await import("./contact-form-dialog.tsx")).ContactFormDialog,
}));
const DeleteDialog = lazy(async () => ({
  default: (await import("./delete-dialog.tsx")).DeleteDialog,
}));
const ImportDialog = lazy(async () => ({
  default: (await import("./import-dialog.tsx")).ImportDialog,
}));

const ManageTagsDialog = lazy(async () => ({
  default: (await import("./manage-tags-dialog.tsx")).ManageTagsDialog,
}));

export type Opened =
  | { readonly dialog: "add" | "import" | "tags"; readonly contact?: never }
  | { readonly dialog: "edit" | "remove"; readonly contact: Contact };

interface ContactDialogsProps {
  opened: Opened | undefined;
  onClose: () => void;
  onImported: () => void;
}

export function ContactDialogs({ opened, onClose, onImported }: ContactDialogsProps) {
  const hydrated = useAfterHydration();
  if (!opened || !hydrated) return null;
  return (
    <Suspense>
      {opened.dialog === "add" && <ContactFormDialog onClose={onClose} />}
      {opened.dialog === "edit" && <ContactFormDialog contact={opened.contact} onClose={onClose} />}
      {opened.dialog === "remove" && <DeleteDialog contact={opened.contact} onClose={onClose} />}
      {opened.dialog === "tags" && <ManageTagsDialog onClose={onClose} />}
      {opened.dialog === "import" && <ImportDialog onClose={onClose} onImported={onImported} />}
    </Suspense>
  );
}
