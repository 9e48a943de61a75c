import { type ReactNode, useState } from "react";
import type { memberships } from "#src/billing/memberships/contract.ts";
import type { paymentPlans } from "#src/billing/payment-plans/contract.ts";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { PickContact } from "#ui/clients/parts/pick-contact.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { TextingMissing } from "#ui/messaging/parts/texting-missing.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { StripeMissing } from "./stripe-missing.tsx";

interface InviteDialogProps {
  act: typeof memberships.sendInvite | typeof paymentPlans.sendInvite;
  /** The id of what the client is invited to. */
  id: string;
  description: string;
  /** Details of the invitation, once a client is chosen. */
  children?: (chosen: Contact) => ReactNode;
  onClose: () => void;
}

/** Chooses a client, who receives a text with a link. */
export function InviteDialog(props: InviteDialogProps) {
  const { act, id, description, children, onClose } = props;
  const [chosen, setChosen] = useState<Contact>();
  const { run, isPending } = useAct(act, { done: "Invite sent successfully", onDone: onClose });

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
          onClick={() => chosen && run({ params: { id }, body: { contactId: chosen.id } })}
        >
          Send Invite
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
