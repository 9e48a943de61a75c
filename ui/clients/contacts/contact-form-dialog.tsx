import { useForm } from "react-hook-form";
import { type Contact, contacts, type NewContact } from "#src/clients/contacts/contract.ts";
import { agreements } from "#src/clients/offers/agreements-contract.ts";
import type { Selection } from "#src/clients/tags/contract.ts";
import {
  CONTACT_DETAILS,
  CONTACT_FIELD_NAMES,
  type ContactFieldName,
  fieldOf,
  formatField,
} from "#src/shared/contact-fields.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { seesNames, seesPhones } from "#src/shared/permissions.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { classes } from "#ui/kit/classes.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { resolverOf } from "#ui/shell/form/form.ts";
import { pickDirty, useWas } from "#ui/shell/form/was.ts";

const AGREEMENT_LABEL = "How did they agree to offers? (optional)";

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
      ...Object.fromEntries(
        CONTACT_DETAILS.map((detail) => [detail, formatField(detail, contact?.[detail])]),
      ),
    },
  });
  const { errors, dirtyFields } = formState;
  const { wasOf, onError } = useWas(contact);
  const options = { onDone: onClose, errors: { setError } };
  const change = useAct(contacts.change, {
    ...options,
    done: "Contact updated",
    errors(error) {
      onError(error);
      return { setError };
    },
  });
  const create = useAct(contacts.create, { ...options, done: "Contact added" });

  function save(typed: NewContact) {
    if (!contact) return create.run({ body: typed });
    // A number that is hidden from this user must not be written back either.
    const changed = pickDirty(typed, dirtyFields);
    change.run({ params: { id: contact.id }, body: { ...changed, was: wasOf(changed) } });
  }

  const isHidden = (name: ContactFieldName) =>
    contact !== undefined &&
    user != null &&
    !(fieldOf(name).hiddenWith === "names" ? seesNames(user) : seesPhones(user));

  return (
    <FormDialog
      title={contact ? "Edit Contact" : "Add Contact"}
      action={contact ? "Save" : "Add Contact"}
      busy={(change.isPending || create.isPending) && "Saving..."}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      {CONTACT_FIELD_NAMES.filter((name) => !isHidden(name)).map((name) => {
        const { label, control, isRequired } = fieldOf(name);
        const { hint, ...attributes } = control;
        return (
          <Field key={name} label={label} hint={hint} error={errors[name]?.message}>
            <Input
              {...register(
                name,
                isRequired ? {} : { setValueAs: (text: string | null) => text?.trim() || null },
              )}
              {...attributes}
              className={classes(control.type === "tel" && "num")}
              autoComplete="off"
            />
          </Field>
        );
      })}
      {!contact?.optedOut && contact?.basis !== "agreed" && (
        <Field
          label={AGREEMENT_LABEL}
          hint="Campaigns leave out clients who never agreed to offers."
          error={errors.agreement?.message}
        >
          <Input
            {...register("agreement", { setValueAs: (text?: string) => text?.trim() || undefined })}
            placeholder="Signed the form at the desk"
            autoComplete="off"
          />
        </Field>
      )}
    </FormDialog>
  );
}

interface AgreementDialogProps {
  selection: Selection;
  onDone: () => void;
  onClose: () => void;
}

/** Records how the selected clients agreed to offers. */
export function AgreementDialog({ selection, onDone, onClose }: AgreementDialogProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { note: "" } });
  const act = useAct(agreements.record, {
    done: ({ count }) => ({
      title: "Consent recorded",
      description: `${formatCount(count, "client")} can get offers now.`,
    }),
    onDone,
    errors: { setError },
  });
  return (
    <FormDialog
      title="Record Consent"
      description="Only for clients who agreed to get offers by text. We keep your note with each of them. Clients who opted out or refused offers stay as they are."
      action="Record Consent"
      busy={act.isPending && "Recording..."}
      onSubmit={handleSubmit((body) => act.run({ body: { ...body, selection } }))}
      onClose={onClose}
    >
      <Field label="How did they agree?" error={formState.errors.note?.message}>
        <Input {...register("note")} placeholder="Signed our intake form in 2025" />
      </Field>
    </FormDialog>
  );
}
