import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Contact, contacts } from "#src/clients/contacts/contract.ts";
import { useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";

/** What a card's menu does at once; deleting and editing ask first. */
export function useContactActs() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const reload = () => refresh(client, "contacts");
  const onError = (error: unknown) => tellError(toasts, error);

  const optOut = useMutation({
    mutationFn: ({ id }: Contact) => api(contacts.optOut, { params: { id } }),
    onSuccess(contact) {
      toasts.show({
        title: "Contact opted out",
        description: `${contact.name} gets no more texts.`,
      });
      return reload();
    },
    onError,
  });

  const optIn = useMutation({
    mutationFn: ({ id }: Contact) => api(contacts.optIn, { params: { id } }),
    onSuccess({ name, warning }) {
      toasts.show({
        title: "Contact opted in",
        description: warning ?? `${name} can get texts again.`,
      });
      return reload();
    },
    onError,
  });

  return { optOut: optOut.mutate, optIn: optIn.mutate };
}
