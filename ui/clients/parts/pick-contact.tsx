import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { useApi } from "#ui/api.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { contactSearchQuery } from "#ui/shell/data/contact-search.ts";
import { useDebounced } from "#ui/shell/data/debounce.ts";

const SHOWN = 8;

interface PickContactProps {
  chosen: Contact | undefined;
  onChoose: (contact: Contact) => void;
  /** The id of a contact that isn't listed. */
  except?: number | undefined;
  /** For purposes other than texting. */
  allowsOptedOut?: boolean;
  /** The initial search. */
  search?: string;
}

/** Finds one client by name or phone. Opted-out clients are shown but cannot be selected by default. */
export function PickContact({
  chosen,
  onChoose,
  except,
  allowsOptedOut = false,
  search = "",
}: PickContactProps) {
  const name = useId();
  const [typed, setTyped] = useState(search);
  const q = useDebounced(typed.trim());
  const { data, isPlaceholderData } = useQuery(contactSearchQuery(useApi(), q, SHOWN));
  const found = data?.contacts.filter(({ id }) => id !== except);
  const isOut = (contact: Contact) => contact.optedOut && !allowsOptedOut;

  /** The arrows choose in the list. Enter chooses the first client found, and then sends the form. */
  function press(event: KeyboardEvent) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 && event.key !== "Enter") return;
    // Ignore Enter while it is held down, or while it confirms a word of an input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && event.repeat) return event.preventDefault();
    const isCurrent = q === typed.trim() && !isPlaceholderData;
    const choices = isCurrent ? (found ?? []).filter((contact) => !isOut(contact)) : [];
    const at = choices.findIndex(({ id }) => id === chosen?.id);
    if (event.key === "Enter" && (at >= 0 || typed.trim() === "")) return;
    event.preventDefault();
    const next = choices.at(at < 0 && step < 0 ? -1 : (at + (step || 1)) % choices.length);
    if (!next) return;
    onChoose(next);
    document.getElementById(`${name}-${next.id}`)?.scrollIntoView({ block: "nearest" });
  }

  return (
    <div className="grid gap-3">
      <SearchInput
        label="Search clients by name or phone"
        autoComplete="off"
        value={typed}
        onValueChange={setTyped}
        onKeyDown={press}
      />
      <div className="grid max-h-80 gap-0.5 overflow-auto" role="radiogroup" aria-label="Clients">
        {found?.length === 0 && <p className="dim p-3 text-center">No contacts found</p>}
        {found?.map((contact) => (
          <label
            key={contact.id}
            id={`${name}-${contact.id}`}
            className="flex min-h-11 items-center gap-3 rounded-md px-2 has-checked:bg-select has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              className="sr"
              name={name}
              checked={contact.id === chosen?.id}
              disabled={isOut(contact)}
              onChange={() => onChoose(contact)}
            />
            <Avatar
              id={contact.id}
              name={contact.name === contact.phoneNumber ? null : contact.name}
            />
            <span className="clip flex-1 min-w-0">{formatPhone(contact.name)}</span>
            {isOut(contact) ? (
              <StatusBadge status="opted-out" />
            ) : (
              <span className="sm dim num">{formatPhone(contact.phoneNumber)}</span>
            )}
          </label>
        ))}
      </div>
    </div>
  );
}
