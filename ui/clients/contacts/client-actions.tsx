import { useMutation, useQueryClient } from "@tanstack/react-query";
import BellOff from "lucide-react/icons/bell-off";
import BellRing from "lucide-react/icons/bell-ring";
import Download from "lucide-react/icons/download";
import Ellipsis from "lucide-react/icons/ellipsis";
import Eraser from "lucide-react/icons/eraser";
import MessageCircle from "lucide-react/icons/message-circle";
import Pencil from "lucide-react/icons/pencil";
import PhoneCall from "lucide-react/icons/phone-call";
import Trash2 from "lucide-react/icons/trash-2";
import { useLocation } from "wouter";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { deliverability } from "#src/messaging/deliverability/contract.ts";
import { inbox } from "#src/messaging/inbox/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#ui/kit/menu.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";
import type { ClientDialog } from "./client-dialogs.tsx";
import { useContactActs } from "./contact-actions.ts";

interface ClientActsProps {
  contact: Contact;
  onOpen: (dialog: ClientDialog) => void;
}

export function ClientActs({ contact, onOpen }: ClientActsProps) {
  const { user } = useCurrentUser();
  const { optOut, optIn } = useContactActs();
  const message = useMessage();
  const clear = useClear();
  const isAdmin = user?.role === "admin";

  return (
    <div className="row gap-2 phone:w-full">
      {user && mayOpen(user, "/inbox") && (
        <Button
          variant="primary"
          icon={MessageCircle}
          className="phone:grow"
          busy={message.isPending && "Opening..."}
          onClick={() => message.mutate(contact)}
        >
          Message
        </Button>
      )}
      <Button icon={Pencil} className="phone:grow" onClick={() => onOpen("edit")}>
        Edit
      </Button>
      <Menu trigger={<IconButton icon={Ellipsis} variant="secondary" label="More actions" />}>
        {contact.optedOut ? (
          <MenuItem icon={BellRing} onSelect={() => optIn(contact)}>
            Opt in
          </MenuItem>
        ) : (
          <MenuItem icon={BellOff} onSelect={() => optOut(contact)}>
            Opt out
          </MenuItem>
        )}
        {contact.undeliverable && (
          <MenuItem icon={PhoneCall} onSelect={() => clear.mutate(contact)}>
            Clear undeliverable
          </MenuItem>
        )}
        {isAdmin && (
          <MenuItem
            icon={Download}
            onSelect={() => location.assign(`/api/contacts/${contact.id}/export`)}
          >
            Export all data
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} bad onSelect={() => onOpen("remove")}>
          Delete
        </MenuItem>
        {isAdmin && (
          <MenuItem icon={Eraser} bad onSelect={() => onOpen("erase")}>
            Erase all data
          </MenuItem>
        )}
      </Menu>
    </div>
  );
}

/** Opens the conversation, a new one if need be. */
function useMessage() {
  const api = useApi();
  const toasts = useToasts();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: ({ id }: Contact) => api(inbox.start, { body: { contactId: id } }),
    onSuccess: ({ id }) => navigate(`/inbox?c=${id}`),
    onError: (error) => tellError(toasts, error),
  });
}

function useClear() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ id }: Contact) => api(deliverability.clearUndeliverable, { params: { id } }),
    onSuccess({ optedOut }) {
      toasts.show({
        title: "Undeliverable cleared",
        description: optedOut
          ? "The opt-out stands: no texts go to this client."
          : "The next text tries the number again.",
      });
      return refresh(client, "contacts");
    },
    onError: (error) => tellError(toasts, error),
  });
}
