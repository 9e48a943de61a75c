import { type ReactNode, useState } from "react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { PickContact } from "#ui/clients/parts/pick-contact.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { TextingMissing } from "#ui/messaging/parts/texting-missing.tsx";
import { StripeMissing } from "./stripe-missing.tsx";

interface InviteDialogProps {
  description: string;
  isPending: boolean;
  onSend: (contactId: number) => void;
  /** Details of the invitation, once a client is chosen. */
  children?: (chosen: Contact) => ReactNode;
  onClose: () => void;
}

/** Chooses a client, who receives a text with a link. */
export function InviteDialog(props: InviteDialogProps) {
  const { description, isPending, onSend, children, onClose } = props;
  const [chosen, setChosen] = useState<Contact>();

  return (
    <Dialog onClose={() => isPending || onClose()} title="Send Invite" description={description}>
      <DialogBody className="grid content-start gap-4">
        <TextingMissing />
        <StripeMissing />
        <PickContact chosen={chosen} onChoose={setChosen} />
        {chosen && children?.(chosen)}
      </DialogBody>
      <DialogFooter>
        <Button disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          disabled={!chosen}
          busy={isPending && "Sending..."}
          onClick={() => chosen && onSend(chosen.id)}
        >
          Send Invite
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
