import { useMutation, useQueryClient } from "@tanstack/react-query";
import BellOff from "lucide-react/icons/bell-off";
import BellRing from "lucide-react/icons/bell-ring";
import { type Contact, contacts } from "#src/clients/contacts/contract.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";

/** What a client said at the desk about texts. */
export function ConsentActs({ client: { id, name, optedOut } }: { client: Contact }) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const change = useMutation({
    mutationFn: async () => {
      if (!optedOut) {
        await api(contacts.optOut, { params: { id } });
        return `${name} gets no more texts.`;
      }
      const { warning } = await api(contacts.optIn, { params: { id } });
      return warning ?? `${name} can get texts again.`;
    },
    onSuccess(description) {
      toasts.show({ title: optedOut ? "Contact opted in" : "Contact opted out", description });
      return refresh(client, "contacts", "conversations");
    },
    onError: (error) => tellError(toasts, error),
  });
  return (
    <Button
      variant="quiet"
      icon={optedOut ? BellRing : BellOff}
      fill
      className="-ml-3 justify-start"
      busy={change.isPending && "Saving..."}
      onClick={() => change.mutate()}
    >
      {optedOut ? "Opt in" : "Opt out"}
    </Button>
  );
}
