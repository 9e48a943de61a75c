import Plus from "lucide-react/icons/plus";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { RemovableChip } from "#ui/kit/chip.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { TagMenu, useTagActions } from "./tag-menu.tsx";

export function ClientTags({ contact }: { contact: Contact }) {
  const { assign, unassign } = useTagActions({ quiet: true });
  const selection = { contactIds: [contact.id] };

  return (
    <div className="flex items-center min-w-0 flex-wrap mt-3 gap-1.5">
      {contact.tags.map((tag) => (
        <RemovableChip key={tag.id} label={tag.name} onRemove={() => unassign(tag, selection)} />
      ))}
      <TagMenu
        align="start"
        without={contact.tags.map(({ id }) => id)}
        onChoose={(tag) => assign(tag, selection)}
        trigger={
          <button type="button" className="chip add">
            <Icon of={Plus} size="s" />
            Add Tag
          </button>
        }
      />
    </div>
  );
}
