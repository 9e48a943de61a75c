import { useState } from "react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { clients } from "#src/clients/profile/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface EraseDialogProps {
  contact: Contact;
  onClose: () => void;
  onErased: () => void;
}

export function EraseDialog({ contact, onClose, onErased }: EraseDialogProps) {
  const [name, setName] = useState("");
  const erasure = useAct(clients.erase, {
    done: "Client erased",
    onDone: onErased,
    errors: "inline",
  });
  const wrongName = erasure.fieldErrors["name"];

  return (
    <FormDialog
      title="Erase All Data"
      description="For a client who asks to be forgotten. This action cannot be undone."
      action="Erase"
      variant="danger"
      busy={erasure.isPending && "Erasing..."}
      onSubmit={() => erasure.run({ params: { id: contact.id }, body: { name } })}
      onClose={onClose}
    >
      <Consequence title="What we'll erase">
        The contact's name, number, email, birthday, tags and notes; the conversation and the
        content of every text; call transcripts and requests; and the name and number on
        appointments.
      </Consequence>
      <Consequence title="What the law requires us to keep">
        When texts were sent to the number, their outcome and cost, but not their content. The
        number's consent history, so opt-outs still apply. Signed agreements with the signer's name,
        number, email and signature, and the payments made under them.
      </Consequence>
      <Consequence title="What we can't erase">
        A review that the client wrote on Google. It stays in Reviews, but is no longer linked to
        the client. Stripe keeps its own records of payments.
      </Consequence>
      {erasure.errorMessage && !wrongName && (
        <ErrorNote role="alert">{erasure.errorMessage}</ErrorNote>
      )}
      <Field label={`To confirm, type ${formatPhone(contact.name)}`} error={wrongName}>
        <Input autoComplete="off" value={name} onValueChange={setName} />
      </Field>
    </FormDialog>
  );
}

function Consequence({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <h3 className="h3">{title}</h3>
      <p className="sm dim mt-0.5">{children}</p>
    </div>
  );
}
