import type { LucideIcon } from "lucide-react";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import ChevronLeft from "lucide-react/icons/chevron-left";
import CreditCard from "lucide-react/icons/credit-card";
import Ellipsis from "lucide-react/icons/ellipsis";
import HandCoins from "lucide-react/icons/hand-coins";
import PanelRight from "lucide-react/icons/panel-right";
import Pencil from "lucide-react/icons/pencil";
import Phone from "lucide-react/icons/phone";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import type { Conversation } from "#src/messaging/inbox/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { seesNames } from "#src/shared/permissions.ts";
import { loadCards } from "#ui/billing/cards/card-queries.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { useUiState } from "#ui/ui-state.ts";
import { NO_THIRD_PANE, ONLY_ALONE } from "./layout.ts";
import { RenameForm } from "./lazy.ts";
import { isUnknown, nameOf } from "./names.ts";
import { useInboxPosition } from "./position.ts";

interface ThreadHeadProps {
  contact: Conversation["contact"];
  onDetails: () => void;
  onDelete: () => void;
}

export function ThreadHead({ contact, onDetails, onDelete }: ThreadHeadProps) {
  const { close } = useInboxPosition();
  const { user } = useCurrentUser();
  const { booking, paying } = useUiState();
  const [renaming, setRenaming] = useState(false);
  const ask = useAct(async () => (await loadCards()).request, {
    done: "Link texted",
    errors: "Couldn't text the link",
  });

  return (
    <header className="flex h-14 flex-none items-center gap-3 border-line border-b pr-3 pl-5 phone:h-15 phone:gap-2 phone:px-1">
      <IconButton
        icon={ChevronLeft}
        label="Back to conversations"
        className={ONLY_ALONE}
        onClick={close}
      />
      <Avatar id={contact.id} name={contact.name} />
      {renaming && isUnknown(contact) ? (
        <RenameForm contact={contact} onClose={() => setRenaming(false)} />
      ) : (
        <>
          <WhoseThread
            contact={contact}
            onRename={user && seesNames(user) ? () => setRenaming(true) : undefined}
          />
          <div className="flex gap-1 phone:gap-0">
            {contact.phoneNumber.startsWith("+") && (
              <a
                href={`tel:${contact.phoneNumber}`}
                // Next to the list of a tablet, the name needs the room.
                className={`${buttonClass({ variant: "quiet" })} icon @min-[640px]/inbox:@max-[700px]/inbox:hidden`}
                aria-label={`Call ${nameOf(contact)}`}
                data-tip="Call"
              >
                <Icon of={Phone} />
              </a>
            )}
            {user?.role === "admin" && (
              <HeadAction
                icon={CalendarPlus}
                label="Book"
                className="@min-[700px]/inbox:w-auto @min-[700px]/inbox:px-2.5"
                words="@max-[700px]/inbox:hidden"
                onClick={() => {
                  booking.value = { ...contact, isInConversation: true };
                }}
              />
            )}
            <HeadAction
              icon={HandCoins}
              label="Take Payment"
              className="@max-[900px]/inbox:hidden @min-[1100px]/inbox:w-auto @min-[1100px]/inbox:px-2.5"
              words="@max-[1100px]/inbox:hidden"
              onClick={() => {
                paying.value = { contactId: contact.id };
              }}
            />
            <IconButton
              icon={PanelRight}
              label="Client Details"
              aria-haspopup="dialog"
              className={NO_THIRD_PANE}
              onClick={onDetails}
            />
            <Menu trigger={<IconButton icon={Ellipsis} label="More actions" />}>
              <MenuItem
                icon={HandCoins}
                onSelect={() => {
                  paying.value = { contactId: contact.id };
                }}
              >
                Take Payment
              </MenuItem>
              <MenuItem icon={CreditCard} onSelect={() => ask.run({ params: { id: contact.id } })}>
                Ask for a Card
              </MenuItem>
              {user?.role === "admin" && (
                <MenuItem icon={Trash2} bad onSelect={onDelete}>
                  Delete Conversation
                </MenuItem>
              )}
            </Menu>
          </div>
        </>
      )}
    </header>
  );
}

interface HeadActionProps {
  icon: LucideIcon;
  label: string;
  className: string;
  /** The class that hides the words. */
  words: string;
  onClick: () => void;
}

/** An icon until the thread has room for its words. */
function HeadAction({ label, className, words, ...rest }: HeadActionProps) {
  return (
    <Button
      {...rest}
      variant="quiet"
      aria-label={label}
      aria-haspopup="dialog"
      className={`icon ${className}`}
    >
      <span className={words}>{label}</span>
    </Button>
  );
}

interface WhoseThreadProps {
  contact: Conversation["contact"];
  onRename: (() => void) | undefined;
}

function WhoseThread({ contact, onRename }: WhoseThreadProps) {
  const unknown = isUnknown(contact);
  return (
    <div className="flex-1 min-w-0">
      <div className="flex items-center min-w-0 gap-1">
        <h2 className="h2 clip num">{nameOf(contact)}</h2>
        {unknown && onRename && (
          <IconButton
            icon={Pencil}
            label="Name this client"
            size="tiny"
            className="-my-1"
            onClick={onRename}
          />
        )}
      </div>
      <p className="xs faint num clip">
        {unknown ? "Unknown number" : formatPhone(contact.phoneNumber)}
      </p>
    </div>
  );
}
