import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Contact } from "#src/contacts/contract.ts";
import { type Plan, paymentPlans } from "#src/payment-plans/contract.ts";
import { useCall, wordsOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { phoneWords } from "#ui/shell/phone-words.ts";
import { PickContact } from "#ui/shell/pick-contact.tsx";
import { amountWords, countWords } from "#ui/shell/plan-words.ts";
import { useCurrency } from "#ui/shell/use-currency.ts";
import { Figure } from "./figure.tsx";

interface InviteDialogProps {
  plan: Plan;
  onClose: () => void;
}

export function InviteDialog({ plan, onClose }: InviteDialogProps) {
  const call = useCall();
  const toasts = useToasts();
  const currency = useCurrency();
  const [chosen, setChosen] = useState<Contact>();
  // One for each client who is chosen: a second click sends no second text.
  const [key] = useState(() => crypto.randomUUID());
  const send = useMutation({
    mutationFn: (contactId: number) =>
      call(paymentPlans.sendInvite, {
        params: { id: plan.id },
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
      onOpenChange={(open) => open || send.isPending || onClose()}
      title="Send Invite"
      description={`A text with the link to sign up for ${plan.name}.`}
    >
      <DialogBody className="grid content-start gap-4">
        <PickContact chosen={chosen} onChoose={setChosen} />
        {chosen && (
          <dl className="num grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-lg border border-line bg-raised px-4 py-3.5 text-sm">
            <Figure name="Client">{phoneWords(chosen.name)}</Figure>
            <Figure name="Plan">{plan.name}</Figure>
            <Figure name="Total">{amountWords(plan.totalAmount, currency)}</Figure>
            <Figure name="Installments">
              {countWords(plan.installmentCount, plan.installmentInterval)} of{" "}
              {amountWords(plan.installmentAmount, currency)}
            </Figure>
          </dl>
        )}
      </DialogBody>
      <DialogFooter>
        <Button disabled={send.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          disabled={!chosen}
          busy={send.isPending && "Sending..."}
          onClick={() => chosen && send.mutate(chosen.id)}
        >
          Send Invite
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
