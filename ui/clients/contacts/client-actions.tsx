import BellOff from "lucide-react/icons/bell-off";
import BellRing from "lucide-react/icons/bell-ring";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import ChevronDown from "lucide-react/icons/chevron-down";
import Download from "lucide-react/icons/download";
import Eraser from "lucide-react/icons/eraser";
import Merge from "lucide-react/icons/merge";
import Pencil from "lucide-react/icons/pencil";
import PhoneCall from "lucide-react/icons/phone-call";
import Trash2 from "lucide-react/icons/trash-2";
import type { ComponentProps } from "react";
import type { Client } from "#src/clients/profile/contract.ts";
import { deliverability } from "#src/messaging/deliverability/contract.ts";
import { mayOpen, seesNames, seesPhones } from "#src/shared/permissions.ts";
import { useContactActions } from "#ui/clients/parts/contact-actions.ts";
import { MessageButton } from "#ui/clients/parts/message-button.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Menu, MenuItem, MenuSeparator } from "#ui/kit/menu.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { useProtectedDownload } from "#ui/shell/data/confirm-password.ts";
import { useUiState } from "#ui/ui-state.ts";
import type { ClientDialog } from "./client-dialogs.tsx";

interface ClientActionsProps {
  contact: Client;
  onOpen: (dialog: ClientDialog) => void;
}

export function ClientActions({ contact, onOpen }: ClientActionsProps) {
  const { user } = useCurrentUser();
  const { booking } = useUiState();
  const { optOut, optIn } = useContactActions();
  const download = useProtectedDownload();
  const clear = useAct(deliverability.clearUndeliverable, {
    done: ({ optedOut }) => ({
      title: "Undeliverable cleared",
      description: optedOut
        ? "This client is still opted out and won't get texts."
        : "We'll try the number again with the next text.",
    }),
  });
  const isAdmin = user?.role === "admin";

  return (
    <div className="flex items-center gap-2 min-w-0 phone:w-full phone:*:flex-1">
      {user && mayOpen(user, "/inbox") && (
        <MessageButton contactId={contact.id} barrier={contact.textingBarrier} />
      )}
      {isAdmin && (
        <Button
          variant="primary"
          icon={CalendarPlus}
          onClick={() => {
            booking.value = contact;
          }}
        >
          Book
        </Button>
      )}
      <Menu trigger={<MoreButton />}>
        <MenuItem icon={Pencil} onSelect={() => onOpen("edit")}>
          Edit
        </MenuItem>
        <MenuSeparator />
        {contact.optedOut ? (
          <MenuItem icon={BellRing} onSelect={() => optIn.run({ params: { id: contact.id } })}>
            Opt In
          </MenuItem>
        ) : (
          <MenuItem icon={BellOff} onSelect={() => optOut.run({ params: { id: contact.id } })}>
            Opt Out
          </MenuItem>
        )}
        {contact.undeliverable && (
          <MenuItem icon={PhoneCall} onSelect={() => clear.run({ params: { id: contact.id } })}>
            Clear Undeliverable
          </MenuItem>
        )}
        {user && seesNames(user) && seesPhones(user) && (
          <MenuItem icon={Merge} onSelect={() => onOpen({ mergeWith: null })}>
            Merge With…
          </MenuItem>
        )}
        {isAdmin && (
          <MenuItem
            icon={Download}
            onSelect={() => void download(`/api/contacts/${contact.id}/export`)}
          >
            Export All Data
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} bad onSelect={() => onOpen("remove")}>
          Delete
        </MenuItem>
        {isAdmin && (
          <MenuItem icon={Eraser} bad onSelect={() => onOpen("erase")}>
            Erase All Data
          </MenuItem>
        )}
      </Menu>
    </div>
  );
}

function MoreButton(trigger: ComponentProps<"button">) {
  return (
    <Button {...trigger} aria-label="More actions">
      More
      <Icon of={ChevronDown} />
    </Button>
  );
}
