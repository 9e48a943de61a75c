import CircleAlert from "lucide-react/icons/circle-alert";
import { useState } from "react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { clients } from "#src/clients/profile/contract.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";

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
      title="Erase all data"
      description="For a client who asks to be forgotten. This action cannot be undone."
      action="Erase"
      variant="danger"
      busy={erasure.isPending && "Erasing..."}
      onSubmit={() => erasure.run({ params: { id: contact.id }, body: { name } })}
      onClose={onClose}
    >
      <Consequence title="This goes">
        The name, number and e-mail of the contact, its tags and notes, the conversation, and the
        words of every text.
      </Consequence>
      <Consequence title="The law makes this stay">
        That a text went to the number, when, with which outcome and cost, without its words; and
        what the number said about getting texts, so that an opt-out still holds.
      </Consequence>
      <Consequence title="This is not ours to erase">
        A review that the client has written at Google. It stays in the list of reviews, but nothing
        says any more whose it is.
      </Consequence>
      {erasure.errorMessage && !wrongName && (
        <Note tone="bad" icon={CircleAlert} role="alert">
          {erasure.errorMessage}
        </Note>
      )}
      <Field label={`To confirm, type ${formatPhone(contact.name)}`} error={wrongName}>
        <Input
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
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
