import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import Tag from "lucide-react/icons/tag";
import { type ComponentProps, useState } from "react";
import type { Tag as TagShape } from "#src/clients/tags/contract.ts";
import { useApi } from "#ui/api.ts";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Menu, MenuItem, MenuSeparator } from "#ui/kit/menu.tsx";
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
