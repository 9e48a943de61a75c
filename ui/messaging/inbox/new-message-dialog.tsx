import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "wouter";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { inbox } from "#src/messaging/inbox/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { ListOption } from "#ui/kit/list-option.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { useCombobox } from "#ui/kit/use-combobox.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { contactSearchQuery } from "#ui/shell/data/contact-search.ts";
import { useDebounced } from "#ui/shell/data/debounce.ts";
import { nameOf } from "./names.ts";
import { conversationQuery } from "./queries.ts";

interface NewMessageDialogProps {
  onClose: () => void;
  onOpen: (conversationId: number) => void;
}

export function NewMessageDialog({ onClose, onOpen }: NewMessageDialogProps) {
  const start = useStart((id) => {
    onClose();
    onOpen(id);
  });

  return (
    <Dialog onClose={onClose} title="New Message" description="Choose a client to text.">
      <DialogBody className="h-[26rem]">
        <ContactPicker
          onChoose={(contact) => start.isPending || start.run({ body: { contactId: contact.id } })}
        />
      </DialogBody>
    </Dialog>
  );
}

function useStart(onOpen: NewMessageDialogProps["onOpen"]) {
  const api = useApi();
  const client = useQueryClient();
  return useAct(inbox.start, {
    onDone(conversation) {
      client.setQueryData(conversationQuery(api, conversation.id).queryKey, conversation);
      onOpen(conversation.id);
    },
  });
}

/** Clients who match a search of the inbox, and who got no other texts than automatic ones and campaigns. */
export function ClientsToMessage({
  q,
  onOpen,
}: { q: string } & Pick<NewMessageDialogProps, "onOpen">) {
  const { user } = useCurrentUser();
  const { data } = useQuery(contactSearchQuery(useApi(), q, FOUND));
  const start = useStart(onOpen);
  if (!data?.contacts.length) return null;
  return (
    <ul aria-label="Clients without a conversation" className="grid gap-1 px-1.5">
      {data.contacts.map((contact) => (
        <li key={contact.id} className="flex min-h-11 items-center gap-3">
          <Avatar id={contact.id} name={contact.name} size="s" />
          <span className="clip min-w-0 flex-1">
            {user && mayOpen(user, "/contacts") ? (
              <Link href={`/contacts/${contact.id}`} className="link">
                {nameOf(contact)}
              </Link>
            ) : (
              nameOf(contact)
            )}
          </span>
          {contact.optedOut ? (
            <StatusBadge status="opted-out" />
          ) : (
            <Button
              aria-label={`Message ${nameOf(contact)}`}
              disabled={start.isPending}
              onClick={() => start.run({ body: { contactId: contact.id } })}
            >
              Message
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Below an empty list. */
const FOUND = 5;
const SHOWN = 20;
const NONE: readonly Contact[] = [];

/** A combobox: the focus stays in the field, the arrow keys move the choice in the list below. */
function ContactPicker({ onChoose }: { onChoose: (contact: Contact) => void }) {
  const id = useId();
  const [text, setText] = useState("");
  const q = useDebounced(text.trim());
  const { data, error } = useQuery(contactSearchQuery(useApi(), q, SHOWN));
  const found = data?.contacts ?? NONE;
  const { chosen, point, press } = useCombobox(found, choose);

  function choose(contact: Contact) {
    if (!contact.optedOut) onChoose(contact);
  }

  return (
    <>
      <SearchInput
        label="Search clients by name or number"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && `${id}-${chosen.id}`}
        aria-autocomplete="list"
        autoComplete="off"
        value={text}
        onValueChange={(next) => {
          setText(next);
          point(0);
        }}
        onKeyDown={press}
      />
      <div role="listbox" id={`${id}-list`} aria-label="Clients" className="-mx-2 mt-2">
        {found.map((contact, index) => (
          <ListOption
            key={contact.id}
            id={`${id}-${contact.id}`}
            chosen={contact === chosen}
            disabled={contact.optedOut}
            className="min-h-11 aria-disabled:cursor-not-allowed"
            onPoint={() => point(index)}
            onChoose={() => choose(contact)}
          >
            <Avatar id={contact.id} name={contact.name} size="s" />
            <span className="clip flex-1 min-w-0">{nameOf(contact)}</span>
            {contact.optedOut ? (
              <StatusBadge status="opted-out" />
            ) : (
              <span className="sm dim num flex-none">{formatPhone(contact.phoneNumber)}</span>
            )}
          </ListOption>
        ))}
      </div>
      <p role="status" className="dim py-6 text-center text-base empty:hidden">
        {error && !data ? errorMessage(error) : data && found.length === 0 && "No contacts found"}
      </p>
    </>
  );
}
