import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { PickContact } from "#ui/clients/parts/pick-contact.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";

interface InviteDialogProps {
  description: string;
  send: (contactId: number, idempotencyKey: string) => Promise<unknown>;
  /** What the chosen client is invited to. */
  children?: (chosen: Contact) => ReactNode;
  onClose: () => void;
}

/** One client is chosen, and gets a text with a link. */
export function InviteDialog({ description, send, children, onClose }: InviteDialogProps) {
  const toasts = useToasts();
  const [chosen, setChosen] = useState<Contact>();
  // One for each client who is chosen: a second click sends no second text.
  const [key] = useState(() => crypto.randomUUID());
  const inviting = useMutation({
    mutationFn: (contactId: number) => send(contactId, `${key}-${contactId}`),
    onSuccess() {
      toasts.show({ title: "Invite sent successfully" });
      onClose();
    },
    onError: (error) => tellError(toasts, error),
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => open || inviting.isPending || onClose()}
      title="Send Invite"
      description={description}
    >
      <DialogBody className="grid content-start gap-4">
        <PickContact chosen={chosen} onChoose={setChosen} />
        {chosen && children?.(chosen)}
      </DialogBody>
      <DialogFooter>
        <Button disabled={inviting.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          disabled={!chosen}
          busy={inviting.isPending && "Sending..."}
          onClick={() => chosen && inviting.mutate(chosen.id)}
        >
          Send Invite
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
