import { useEffect, useRef } from "react";
import type { Contact } from "#src/contacts/contract.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { phoneWords } from "#ui/shell/phone-words.ts";
import { nameOf } from "./names.ts";

interface ContactOptionProps {
  id: string;
  contact: Contact;
  chosen: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

export function ContactOption({ id, contact, chosen, onPoint, onChoose }: ContactOptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={chosen}
      aria-disabled={contact.optedOut}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2 aria-disabled:cursor-not-allowed aria-selected:bg-select"
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <Avatar id={contact.id} name={contact.name} size="s" />
      <span className="clip grow">{nameOf(contact)}</span>
      {contact.optedOut ? (
        <StatusBadge status="opted-out" />
      ) : (
        <span className="sm dim num flex-none">{phoneWords(contact.phoneNumber)}</span>
      )}
    </div>
  );
}
