import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import Tag from "lucide-react/icons/tag";
import { type ComponentProps, useState } from "react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { type Selection, type Tag as TagShape, tags } from "#src/clients/tags/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { useApi } from "#ui/api.ts";
import { RemovableChip } from "#ui/kit/chip.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Menu, MenuItem, MenuSeparator } from "#ui/kit/menu.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { tagsQuery } from "./tag-queries.ts";

const NewTagDialog = lazyDialog(async () => (await import("./new-tag-dialog.tsx")).NewTagDialog);

interface TagMenuProps {
  trigger: ComponentProps<typeof Menu>["trigger"];
  without?: readonly number[] | undefined;
  /** Without an entry for a new tag, for removal. */
  onlyKnown?: boolean | undefined;
  align?: "start" | "end" | undefined;
  onChoose: (tag: TagShape) => void;
}

export function TagMenu({ trigger, without = [], onlyKnown, align, onChoose }: TagMenuProps) {
  const { data = [] } = useQuery(tagsQuery(useApi()));
  const [naming, setNaming] = useState(false);
  const offered = data.filter(({ id }) => !without.includes(id));

  return (
    <>
      <Menu trigger={trigger} align={align} search={{ count: offered.length, of: "tags" }}>
        {offered.map((tag) => (
          <MenuItem key={tag.id} icon={Tag} words={tag.name} onSelect={() => onChoose(tag)}>
            {tag.name}
          </MenuItem>
        ))}
        {onlyKnown && offered.length === 0 && <MenuItem disabled>No tags yet</MenuItem>}
        {!onlyKnown && offered.length > 0 && <MenuSeparator />}
        {!onlyKnown && (
          <MenuItem icon={Plus} onSelect={() => setNaming(true)}>
            New Tag
          </MenuItem>
        )}
      </Menu>
      {naming && <NewTagDialog onClose={() => setNaming(false)} onSaved={onChoose} />}
    </>
  );
}

type TagName = Pick<TagShape, "id" | "name">;

/** Adds a tag to clients, or removes it. With `quiet`, no toast is shown, because the change is visible. */
export function useTagActions({ quiet = false, onDone }: { quiet?: boolean; onDone?: () => void }) {
  const assign = useAct(tags.assign, { onDone });
  const unassign = useAct(tags.unassign, { onDone });
  const done = (title: string) =>
    quiet
      ? undefined
      : ({ count }: { count: number }) => ({
          title,
          description: `${formatCount(count, "contact")} changed.`,
        });
  return {
    isPending: assign.isPending || unassign.isPending,
    assign: ({ id, name }: TagName, body: Selection) =>
      assign.run({ params: { id }, body }, { done: done(`Tagged ${name}`) }),
    unassign: ({ id, name }: TagName, body: Selection) =>
      unassign.run({ params: { id }, body }, { done: done(`Tag ${name} removed`) }),
  };
}

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
