import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { type Contact, contacts, type NewContact } from "#src/clients/contacts/contract.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { refresh } from "#ui/shell/data/read.ts";
import { resolverOf, tellFormError } from "#ui/shell/form/form.ts";

interface ContactFormDialogProps {
  /** Without one, a new contact. */
  contact?: Contact;
  onClose: () => void;
}

// The contract's own shapes, which Endpoint knows only as some shape.
const NEW = contacts.create.body as z.ZodMiniType<unknown, NewContact>;
const CHANGE = contacts.change.body as z.ZodMiniType<unknown, NewContact>;

export function ContactFormDialog({ contact, onClose }: ContactFormDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const { user } = useCurrentUser();
  const { register, handleSubmit, setError, formState } = useForm<NewContact>({
    resolver: resolverOf(contact ? CHANGE : NEW),
    defaultValues: {
      name: contact?.name ?? "",
      phoneNumber: contact?.phoneNumber ?? "",
      email: contact?.email ?? null,
    },
  });
  const { errors, dirtyFields } = formState;

  const save = useMutation({
    mutationFn: (typed: NewContact) =>
      contact
        ? // Only what was touched: a number that is hidden from this person must not be written back.
          api(contacts.change, {
            params: { id: contact.id },
            body: {
              ...(dirtyFields.name && { name: typed.name }),
              ...(dirtyFields.phoneNumber && { phoneNumber: typed.phoneNumber }),
              ...(dirtyFields.email && { email: typed.email ?? null }),
            },
          })
        : api(contacts.create, { body: typed }),
    onSuccess() {
      toasts.show({ title: contact ? "Contact updated" : "Contact added" });
      onClose();
      return refresh(client, "contacts");
    },
    onError: (error) => tellFormError(toasts, error, setError),
  });

  const hides = (what: "canViewClientNames" | "canViewClientPhoneNumbers") =>
    contact !== undefined && user?.role !== "admin" && user?.permissions[what] === false;

  return (
    <FormDialog
      title={contact ? "Edit Contact" : "Add Contact"}
      act={contact ? "Save" : "Add Contact"}
      busy={save.isPending && "Saving..."}
      onSubmit={handleSubmit((typed) => save.mutate(typed))}
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
