import { useForm } from "react-hook-form";
import { type Contact, contacts, type NewContact } from "#src/clients/contacts/contract.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { resolverOf } from "#ui/shell/form/form.ts";

interface ContactFormDialogProps {
  /** Omitted for a new contact. */
  contact?: Contact;
  onClose: () => void;
}

export function ContactFormDialog({ contact, onClose }: ContactFormDialogProps) {
  const { user } = useCurrentUser();
  const { register, handleSubmit, setError, formState } = useForm<NewContact>({
    resolver: resolverOf(contact ? contacts.change.body : contacts.create.body),
    defaultValues: {
      name: contact?.name ?? "",
      phoneNumber: contact?.phoneNumber ?? "",
      email: contact?.email ?? null,
    },
  });
  const { errors, dirtyFields } = formState;

  const options = { onDone: onClose, errors: { setError } };
  const change = useAct(contacts.change, { ...options, done: "Contact updated" });
  const create = useAct(contacts.create, { ...options, done: "Contact added" });

  function save(typed: NewContact) {
    if (!contact) return create.run({ body: typed });
    // Only the edited fields: a number that is hidden from this user must not be written back.
    change.run({
      params: { id: contact.id },
      body: {
        ...(dirtyFields.name && { name: typed.name }),
        ...(dirtyFields.phoneNumber && { phoneNumber: typed.phoneNumber }),
        ...(dirtyFields.email && { email: typed.email ?? null }),
      },
    });
  }

  const hides = (what: "canViewClientNames" | "canViewClientPhoneNumbers") =>
    contact !== undefined && user?.role !== "admin" && user?.permissions[what] === false;

  return (
    <FormDialog
      title={contact ? "Edit Contact" : "Add Contact"}
      action={contact ? "Save" : "Add Contact"}
      busy={(change.isPending || create.isPending) && "Saving..."}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      {!hides("canViewClientNames") && (
        <Field label="Name" error={errors.name?.message}>
          <Input {...register("name")} autoComplete="off" />
        </Field>
      )}
      {!hides("canViewClientPhoneNumbers") && (
        <Field
          label="Phone number"
          hint="Include country code (e.g., +1 for US)"
          error={errors.phoneNumber?.message}
        >
          <Input
            {...register("phoneNumber")}
            type="tel"
            className="num"
            autoComplete="off"
            placeholder="+1"
          />
        </Field>
      )}
      {!hides("canViewClientNames") && (
        <Field label="Email (optional)" error={errors.email?.message}>
          <Input
            {...register("email", {
              setValueAs: (text: string | null) => text?.trim() || null,
            })}
            type="email"
            autoComplete="off"
          />
        </Field>
      )}
    </FormDialog>
  );
}
