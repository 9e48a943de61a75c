import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Contact } from "#src/contacts/contract.ts";
import { type Plan, paymentPlans } from "#src/payment-plans/contract.ts";
import { useCall, wordsOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { ContactPicker } from "#ui/shell/contact-picker.tsx";
import { phoneWords } from "#ui/shell/phone-words.ts";
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
  const [contact, setContact] = useState<Contact>();
  // One for each client who is chosen: a second click sends no second text.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const send = useMutation({
    mutationFn: (contactId: number) =>
      call(paymentPlans.sendInvite, {
        params: { id: plan.id },
        body: { contactId },
        idempotencyKey: key,
      }),
    onSuccess() {
      toasts.show({ title: "Success", description: "Invite sent successfully" });
      onClose();
    },
    onError(error) {
      setKey(crypto.randomUUID());
      toasts.show({ title: "Error", description: wordsOf(error), kind: "destructive" });
    },
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => open || send.isPending || onClose()}
      title="Send Payment Plan Invite"
      description={`A text with the link to sign up for "${plan.name}".`}
    >
      <DialogBody className="min-h-72">
        {contact ? (
          <dl className="num grid grid-cols-[1fr_auto] gap-y-1.5 rounded-lg border border-line bg-raised px-4 py-3.5 text-sm">
            <Figure name="Client">{phoneWords(contact.name)}</Figure>
            <Figure name="Phone">{phoneWords(contact.phoneNumber)}</Figure>
            <Figure name="Plan">{plan.name}</Figure>
            <Figure name="Total">{amountWords(plan.totalAmount, currency)}</Figure>
            <Figure name="Installments">
              {countWords(plan.installmentCount, plan.installmentInterval)} of{" "}
              {amountWords(plan.installmentAmount, currency)}
            </Figure>
          </dl>
        ) : (
          <ContactPicker onChoose={setContact} />
        )}
      </DialogBody>
      <DialogFooter>
        {contact ? (
          <Button disabled={send.isPending} onClick={() => setContact(undefined)}>
            Choose another
          </Button>
        ) : (
          <Button onClick={onClose}>Cancel</Button>
        )}
        <Button
          variant="primary"
          disabled={!contact}
          busy={send.isPending && "Sending..."}
          onClick={() => contact && send.mutate(contact.id)}
        >
          Send Invite
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
