import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Contact } from "#src/contacts/contract.ts";
import { type Membership, memberships } from "#src/memberships/contract.ts";
import { useCall, wordsOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { PickContact } from "#ui/shell/pick-contact.tsx";

interface InviteDialogProps {
  membership: Membership;
  onClose: () => void;
}

export function InviteDialog({ membership, onClose }: InviteDialogProps) {
  const call = useCall();
  const toasts = useToasts();
  const [chosen, setChosen] = useState<Contact>();
  const [key] = useState(() => crypto.randomUUID());
  const inviting = useMutation({
    mutationFn: (contactId: number) =>
      call(memberships.sendInvite, {
        params: { id: membership.id },
        body: { contactId },
        idempotencyKey: `${key}-${contactId}`,
      }),
    onSuccess() {
      toasts.show({ title: "Invite sent successfully" });
      onClose();
    },
    onError(error) {
      toasts.show({ title: "Error", description: wordsOf(error), kind: "destructive" });
    },
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => open || inviting.isPending || onClose()}
      title="Send Invite"
      description={`A text with the link to join ${membership.name}.`}
    >
      <DialogBody>
        <PickContact chosen={chosen} onChoose={setChosen} />
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
